import CellEngine
import CellProtocol

/// The expected content of the rows of a case, in one environment and format.
public struct Expectation: Sendable, CustomStringConvertible {
  /// The name of the environment.
  public let name: String
  /// The environment as JSON.
  public let environment: String
  /// The page of an object header. Rows have no pages.
  public let page: Int
  /// The part of one row that is revealed, and the id of its cell.
  public let reveal: (what: Reveal, id: String)?
  public let format: RowFormat
  /// The line of the file after the name of the format, counted from 1.
  let line: Int
  /// The expected lines. Empty before the first recording.
  var content: String

  public var description: String { "\(name) \(format.rawValue)" }

  /// Returns the first difference of `actual`, for example `line 3: expected "a", got "b"`. Lines
  /// are counted from `line`. Returns `nil` for equal contents.
  func difference(from actual: String) -> String? {
    guard !content.isEmpty else { return "line \(line): nothing is expected yet; record it" }
    let pairs = (content.lines, actual.lines)
    for index in 0..<max(pairs.0.count, pairs.1.count) {
      let expected = index < pairs.0.count ? pairs.0[index].debugDescription : "no line"
      let found = index < pairs.1.count ? pairs.1[index].debugDescription : "no line"
      if expected != found { return "line \(line + index): expected \(expected), got \(found)" }
    }
    return content == actual ? nil : "line \(line): the ends of lines differ"
  }
}

extension String {
  /// The lines of a text whose lines all end with `\n`.
  var lines: [String] {
    var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
