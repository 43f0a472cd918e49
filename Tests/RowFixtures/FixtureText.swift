import CellEngine
import CellProtocol
import CellWire

/// The content of a file of fixtures, in the format of Tests/README.md.
public struct FixtureText: Sendable, CustomStringConvertible {
  /// The parameters that create the session, as JSON.
  public private(set) var session: String?
  /// The cells, as JSON.
  public private(set) var cells: [String] = []
  public private(set) var expectations: [Expectation] = []

  /// Reads a file. Throws ``FixtureError``, whose description starts with the number of a line.
  public init(_ text: String) throws {
    var environment: (name: String, json: String, page: Int, reveal: (what: Reveal, id: String)?)?
    for (index, line) in text.lines.enumerated() where !line.isEmpty {
      func fail(_ message: String) -> FixtureError { FixtureError(description: "\(index + 1): \(message)") }
      if line.utf8.first == UInt8(ascii: "|") {
        guard let last = expectations.indices.last else { throw fail("a line of rows before any format") }
        let content = String(decoding: line.utf8.dropFirst(), as: UTF8.self)
        expectations[last].content += Self.decode(content, expectations[last].format) + "\n"
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      switch words[0] {
      case "session": session = rest
      case "cell": cells.append(rest)
      case "environment":
        let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw fail("expected: environment NAME JSON") }
        environment = (parts[0], parts[1], 0, nil)
      case "page":
        guard let page = Int(rest), environment != nil else { throw fail("expected: page NUMBER") }
        environment?.page = page
      case "reveal":
        let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let what = Reveal(rawValue: parts[0]), environment != nil else {
          throw fail("expected: reveal WHAT ID")
        }
        environment?.reveal = (what, parts[1])
      default:
        guard let format = RowFormat(rawValue: line) else { throw fail("unknown: \(line)") }
        guard let environment else { throw fail("a format before any environment") }
        expectations.append(
          Expectation(
            name: environment.name, environment: environment.json, page: environment.page,
            reveal: environment.reveal, format: format, line: index + 2, content: ""))
      }
    }
    guard !cells.isEmpty else { throw FixtureError(description: "1: there is no cell") }
    guard !expectations.isEmpty else { throw FixtureError(description: "1: nothing is expected") }
    let names = expectations.map(\.description)
    guard Set(names).count == names.count else {
      throw FixtureError(description: "1: two environments have one name")
    }
  }

  /// Compares `contents`, in the order of the expectations, with the content that `file` expects.
  /// Returns a sentence for each difference, with the file, the environment and the line.
  public func differences(from contents: [String], in file: FixtureFile) -> [String] {
    zip(expectations, contents).compactMap { expectation, content in
      expectation.difference(from: content).map { "\(file.url.path), \(expectation): \($0)" }
    }
  }

  /// Replaces the expected contents by `contents`, in the order of the expectations.
  public mutating func expect(_ contents: [String]) {
    for index in expectations.indices { expectations[index].content = contents[index] }
  }

  /// The text of the file. To read it returns an equal value.
  public var description: String {
    var lines = session.map { ["session \($0)"] } ?? []
    lines += cells.map { "cell \($0)" }
    var environment: String?
    for expectation in expectations {
      if environment != expectation.name {
        environment = expectation.name
        lines += ["", "environment \(expectation.name) \(expectation.environment)"]
        if expectation.page > 0 { lines.append("page \(expectation.page)") }
        if let reveal = expectation.reveal { lines.append("reveal \(reveal.what.rawValue) \(reveal.id)") }
      }
      lines.append(expectation.format.rawValue)
      lines += expectation.content.lines.map { "|" + Self.encode($0, expectation.format) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Escape sequences are written as `\e`, so that a file has no control characters.
  private static func encode(_ line: String, _ format: RowFormat) -> String {
    guard format == .ansi else { return line }
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          switch scalar {
          case "\\": ["\\", "\\"]
          case "\u{1b}": ["\\", "e"]
          default: [scalar]
          }
        }))
  }

  private static func decode(_ line: String, _ format: RowFormat) -> String {
    guard format == .ansi else { return line }
    var decoded = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        decoded.append(isEscaped && scalar == "e" ? "\u{1b}" : scalar)
        isEscaped = false
      }
    }
    return String(decoded)
  }
}
