import ArgumentParser
import CellEngine

/// A width in columns, or as wide as the content. For rows in points, the number is one of points.
enum WidthArgument: ExpressibleByArgument, Equatable {
  case columns(Int)
  case unlimited

  /// Reads a number from 0 up, or `unlimited`.
  init?(argument: String) {
    if argument == "unlimited" {
      self = .unlimited
    } else if let columns = Int(argument), (0...1_000_000).contains(columns) {
      self = .columns(columns)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { json }

  /// The member `width` of an environment.
  var json: String {
    switch self {
    case .columns(let columns): "\(columns)"
    case .unlimited: "null"
    }
  }

  /// The same of a width in columns as points.
  var inPoints: WidthArgument {
    switch self {
    case .columns(let columns): .columns(columns * Int(LengthUnit.column.dpAcross))
    case .unlimited: .unlimited
    }
  }

  /// What holds where no `--width` is given: `$CELLCTL_WIDTH`, the terminal, else unlimited.
  static func preset() throws -> WidthArgument {
    if let variable = environmentVariable("CELLCTL_WIDTH") {
      guard let width = WidthArgument(argument: variable) else {
        throw Failure(
          .usage, "CELLCTL_WIDTH is '\(variable)'", hint: "set it to a number of columns, or to 'unlimited'")
      }
      return width
    }
    return Terminal.size().map { .columns($0.columns) } ?? .unlimited
  }
}
