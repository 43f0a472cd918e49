import ArgumentParser
import CellProtocol

/// The argument of `--format`: a format of the daemon, or the PNG that is drawn of its SVG.
enum FormatArgument: Equatable {
  case daemon(RowFormat)
  case png

  /// The format to ask the daemon for.
  var row: RowFormat {
    switch self {
    case .daemon(let format): format
    case .png: .svg
    }
  }

  /// Whether rows are values for programs, which have no form as text.
  var isData: Bool { row.kind == .data }

  /// The document of pictures that it makes, or nil for lines and data.
  var picture: PictureFormat? {
    row.kind == .picture ? PictureFormat(row: row, isPNG: self == .png) : nil
  }
}

extension FormatArgument: ExpressibleByArgument, CaseIterable, CustomStringConvertible {
  static let allCases = RowFormat.allCases.map(Self.daemon) + [.png]
  static var allValueStrings: [String] { allCases.map(\.description) }

  init?(argument: String) {
    guard let format = Self.allCases.first(where: { $0.description == argument }) else { return nil }
    self = format
  }

  /// The name that `--format` takes.
  var description: String {
    switch self {
    case .daemon(let format): format.rawValue
    case .png: "png"
    }
  }
}

/// A document of pictures.
struct PictureFormat: Equatable {
  /// The format of each row.
  let row: RowFormat
  /// Whether the document becomes a PNG.
  let isPNG: Bool
}
