import ArgumentParser
import CellClient
import CellEngine

/// The argument of `--width`: columns (points for rows in points), or no limit.
enum WidthArgument: ExpressibleByArgument, Equatable {
  case columns(Int)
  case unlimited

  /// Reads a number from 0 to 1,000,000, or `unlimited`.
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

  /// The member `width` of an environment, as JSON.
  var json: String {
    switch self {
    case .columns(let columns): "\(columns)"
    case .unlimited: "null"
    }
  }

  /// The width in points of a width in columns.
  var inPoints: WidthArgument {
    switch self {
    case .columns(let columns): .columns(columns * Int(LengthUnit.column.dpAcross))
    case .unlimited: .unlimited
    }
  }

  /// Returns the default width: `$CELLCTL_WIDTH`, else that of the terminal, else no limit.
  static func preset() throws -> WidthArgument {
    if let variable = environmentVariable("CELLCTL_WIDTH") {
      guard let width = WidthArgument(argument: variable) else {
        throw Failure(
          .usage, "CELLCTL_WIDTH is '\(variable)'", hint: "set it to a number of columns or to 'unlimited'")
      }
      return width
    }
    return Terminal.size().map { .columns($0.columns) } ?? .unlimited
  }
}
