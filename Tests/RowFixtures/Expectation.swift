import CellProtocol
import Foundation

/// What is expected of one cell, or list of cells, in one environment and format.
public struct Expectation: Sendable, CustomStringConvertible {
  public let name: String
  /// JSON.
  public let environment: String
  /// The page of an object header; rows have none.
  public var page = 0
  public let format: RowFormat
  public let file: URL
  public var description: String { "\(name).\(format.rawValue)" }

  /// `nil` where nothing was recorded yet: the file is empty, or not there.
  public var content: String? {
    guard let content = try? String(contentsOf: file, encoding: .utf8), !content.isEmpty else { return nil }
    return content
  }

  /// The formats for which `folder` has a file `name`; text, where it has none yet.
  static func formats(of name: String, in folder: URL) -> [RowFormat] {
    let formats = RowFormat.allCases.filter {
      FileManager.default.fileExists(atPath: file(name, $0, in: folder).path)
    }
    return formats.isEmpty ? [.text] : formats
  }

  static func file(_ name: String, _ format: RowFormat, in folder: URL) -> URL {
    folder.appendingPathComponent("\(name).\(format.rawValue)")
  }
}
