import Testing

@testable import cellctl

/// The records that JSON input is cut into.
@Suite struct JSONRecordsTests {
  /// Cuts a text that comes in pieces.
  private func records(
    of text: String, pieces: Int = .max, splitsArrays: Bool = true
  ) throws -> [Record] {
    var splitter = JSONRecords(limit: 1 << 20, splitsArrays: splitsArrays)
    var records: [Record] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      splitter.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      while let record = try splitter.next() { records.append(record) }
    }
    splitter.finish()
    while let record = try splitter.next() { records.append(record) }
    return records
  }

  private func texts(_ records: [Record]) -> [String] {
    records.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [
    ("", []),
    (" \n\t\r\n", []),
    ("{\"a\":1}", ["{\"a\":1}"]),
    ("\u{FEFF}{\"a\":1}\n", ["{\"a\":1}"]),
    ("{\"a\":1}\r\n\n{\"a\":2}\n", ["{\"a\":1}", "{\"a\":2}"]),
    ("{\"a\":1}{\"a\":2}", ["{\"a\":1}", "{\"a\":2}"]),
    ("{\n \"a\": 1\n}\n{\n \"a\": 2\n}", ["{\n \"a\": 1\n}", "{\n \"a\": 2\n}"]),
    ("{\"a\":1}\n{\n\"a\": 2\n}\n{\"a\":3}", ["{\"a\":1}", "{\n\"a\": 2\n}", "{\"a\":3}"]),
    ("[{\"a\":1},\n {\"a\":[2, 3]}]", ["{\"a\":1}", "{\"a\":[2, 3]}"]),
    ("[]\n[{\"a\":1}]\n[{\"a\":2}]", ["{\"a\":1}", "{\"a\":2}"]),
    ("[1]{\"a\":2}[3]", ["1", "{\"a\":2}", "3"]),
    ("{\"a\":\"}\\\"{\"}\n{\"b\":\"]\"}", ["{\"a\":\"}\\\"{\"}", "{\"b\":\"]\"}"]),
    // A broken line stays one record.
    ("{\"a\":1}\n{\"a\":\n{\"a\":3}", ["{\"a\":1}", "{\"a\":", "{\"a\":3}"]),
    ("7\nx y\n", ["7", "x y"]),
    // Several documents on a line, and documents over lines after others.
    (
      "{\"a\":1}\n{\"b\":2}{\"c\":{\"d\":[{}]}} {\"e\":3}\n{\"f\":4}\n",
      [
        "{\"a\":1}", "{\"b\":2}", "{\"c\":{\"d\":[{}]}}", "{\"e\":3}", "{\"f\":4}",
      ]
    ),
    ("{\"a\":1}\n{\"b\":\"}{ \\\"} {\"}\t{\"c\":2}", ["{\"a\":1}", "{\"b\":\"}{ \\\"} {\"}", "{\"c\":2}"]),
    (
      "{\"a\":1}\n{\"b\":2}{\n  \"c\": 3\n} {\"d\":4}\n{\"e\":5}",
      [
        "{\"a\":1}", "{\"b\":2}", "{\n  \"c\": 3\n}", "{\"d\":4}", "{\"e\":5}",
      ]
    ),
    ("{\"a\":1}\n{\"b\":2,\n\"c\":3}\n{\"d\":4}", ["{\"a\":1}", "{\"b\":2,\n\"c\":3}", "{\"d\":4}"]),
    ("{\"a\":1}\n{\"b\":2\n,\"c\":3}\n{\"d\":4}", ["{\"a\":1}", "{\"b\":2\n,\"c\":3}", "{\"d\":4}"]),
    (
      "{\"a\":1}\n{\"b\":[\n  {\"c\":2}\n]}\n{\"d\":4}",
      ["{\"a\":1}", "{\"b\":[\n  {\"c\":2}\n]}", "{\"d\":4}"]
    ),
    (
      "{\"a\":1}\n[{\"b\":2},{\"c\":3}] {\"d\":4}\n{\"e\":5}",
      [
        "{\"a\":1}", "{\"b\":2}", "{\"c\":3}", "{\"d\":4}", "{\"e\":5}",
      ]
    ),
    // Broken lines with other text stay one record.
    (
      "{\"a\":1}\n{\"b\":2}}\n{\"c\":3} x\n{\"d\":\"4\n{\"e\":5",
      [
        "{\"a\":1}", "{\"b\":2}}", "{\"c\":3} x", "{\"d\":\"4", "{\"e\":5",
      ]
    ),
    // Byte order marks between documents, as in files that were put together.
    (
      "\u{FEFF}{\"a\":1}\n\u{FEFF}{\"b\":2}\r\n\u{FEFF}\n{\"c\":3}\u{FEFF}{\"d\":4}\u{FEFF}",
      [
        "{\"a\":1}", "{\"b\":2}", "{\"c\":3}", "{\"d\":4}",
      ]
    ),
    ("\u{FEFF}[{\"a\":1}]\n\u{FEFF}[{\"b\":2}]", ["{\"a\":1}", "{\"b\":2}"]),
    ("{\"a\":\"\u{FEFF}\"}\n{\"a\":\"\u{FEFF}{\"}", ["{\"a\":\"\u{FEFF}\"}", "{\"a\":\"\u{FEFF}{\"}"]),
    // RFC 7464.
    ("\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]),
    ("\u{1E}{\n \"a\": 1\n}\n\u{1E}\u{1E}{\n \"b\": 2\n}\n", ["{\n \"a\": 1\n}", "{\n \"b\": 2\n}"]),
    (
      "\u{1E}{\"a\":1}\u{1E}{\"b\":2}\n\u{1E}{\"c\":\"cut\u{1E}{\"d\":4}\n",
      [
        "{\"a\":1}", "{\"b\":2}", "{\"c\":\"cut", "{\"d\":4}",
      ]
    ),
    ("\u{1E}{\n\"a\":\u{1E}{\n\"b\":2}\n", ["{\n\"a\":", "{\n\"b\":2}"]),
    // What is open in a document that is cut off ends with it, also in a text.
    (
      "\u{1E}{\n\"a\":\"x\u{1E}[]\u{1E}[{\"b\":\"]\"},[1,{}]]\n", ["{\n\"a\":\"x", "{\"b\":\"]\"}", "[1,{}]"]
    ),
    (
      "[{\"a\":1}},{\"b\":2},\"x,y\",[[]]]{\"c\":3}",
      ["{\"a\":1}}", "{\"b\":2}", "\"x,y\"", "[[]]", "{\"c\":3}"]
    ),
  ])
  func `input is cut into records, whatever its pieces are`(text: String, expected: [String]) throws {
    for pieces in 1...8 { #expect(try texts(records(of: text, pieces: pieces)) == expected) }
    #expect(try texts(records(of: text)) == expected)
  }

  @Test func `an array is one record if its elements are not`() throws {
    #expect(try texts(records(of: "[{\"a\":1},\n2]", splitsArrays: false)) == ["[{\"a\":1},\n2]"])
  }

  @Test(arguments: [
    ("{\"a\":1}\n\n{\"a\":2}", ["line 1", "line 3"]),
    ("[{\"a\":1},\n{\"a\":2}]", ["record 1, line 1", "record 2, line 2"]),
    ("{\n\"a\":1}\n\n{\n\"a\":2}", ["record 1, line 1", "record 2, line 4"]),
  ])
  func `a record has the position of its first line`(text: String, expected: [String]) throws {
    #expect(try records(of: text).map { "\($0.position)" } == expected)
  }

  @Test func `outputs of a program are numbered`() throws {
    var splitter = JSONRecords(limit: 100, noun: "output")
    splitter.append(Array("{\"a\":1}\n{\"a\":2}\n".utf8)[...])
    splitter.finish()
    var positions: [String] = []
    while let record = try splitter.next() { positions.append("\(record.position)") }
    #expect(positions == ["output 1", "output 2"])
  }

  @Test(arguments: [
    "{\"a\":\"\(String(repeating: "x", count: 200))\"}", "[\"\(String(repeating: "x", count: 200))",
  ])
  func `a record that is too long is refused before its end`(text: String) throws {
    var splitter = JSONRecords(limit: 100)
    splitter.append(Array(text.utf8)[...])
    #expect(throws: Failure.self) { while try splitter.next() != nil {} }
  }

  /// Documents of any layout.
  @Test func `documents of random layouts are found again`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var expected: [String] = []
      var text = ""
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let isPretty = Bool.random(using: &random)
        let space = isPretty ? "\n  " : ""
        let value = "{\(space)\"k\": [1,\(space){\"x\": \"\\\"}]\\\\\"}]\(isPretty ? "\n" : "")}"
        expected.append(value)
        text += value + ["\n", "\n\n", "\r\n"].randomElement(using: &random)!
      }
      let pieces = Int.random(in: 1...40, using: &random)
      #expect(try texts(records(of: text, pieces: pieces)) == expected, "\(text)")
    }
  }
}
