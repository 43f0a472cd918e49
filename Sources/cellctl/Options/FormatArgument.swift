import ArgumentParser
import CellProtocol

/// What `--format` takes: a format of the daemon, or a picture that is made of one.
enum FormatArgument: String, ExpressibleByArgument, CaseIterable {
  case text, ansi, spans, frames, svg, html, png

  /// What the daemon is asked for.
  var row: RowFormat { RowFormat(rawValue: rawValue) ?? .svg }

  /// Whether it is made for programs only.
  var isData: Bool { self == .spans || self == .frames }

  /// The picture that it is; nil where it is none.
  var picture: PictureFormat? {
    switch self {
    case .svg: .svg
    case .html: .html
    case .png: .png
    case .text, .ansi, .spans, .frames: nil
    }
  }
}

/// A file of pictures.
enum PictureFormat {
  case svg, html, png

  /// What the daemon is asked for.
  var row: RowFormat { self == .html ? .html : .svg }
}
