import CellProtocol
import Testing

@testable import cellctl

/// The records of tables, YAML and text.
@Suite struct InputFormatTests {
  /// Returns the records of a text that comes in pieces.
  private func records(
    _ splitter: some RecordSplitter, _ text: String, pieces: Int = 3
  ) throws -> [String] {
    var splitter = splitter
    var records: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      splitter.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      while let record = try splitter.next() { records.append(String(decoding: record.bytes, as: UTF8.self)) }
    }
    splitter.finish()
    while let record = try splitter.next() { records.append(String(decoding: record.bytes, as: UTF8.self)) }
    return records
  }

  private func failure(_ splitter: some RecordSplitter, _ text: String) -> String {
    do {
      return "no failure: \(try records(splitter, text))"
    } catch let failure as Failure {
      return failure.message
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [#"{"a":"1","b":"2"}"#]),
    ("a;b\r\n1;2\r\n", [#"{"a":"1","b":"2"}"#]),
    ("\u{FEFF}a,b\n1,2", [#"{"a":"1","b":"2"}"#]),
    ("a,b\n\"x, \"\"y\"\"\nz\",2\n", [#"{"a":"x, \"y\"\nz","b":"2"}"#]),
    ("a,b\n1,\n,2\n3\n", [#"{"a":"1"}"#, #"{"b":"2"}"#, #"{"a":"3"}"#]),
    ("a,b\n\n1,5\" pipe\n", [#"{"a":"1","b":"5\" pipe"}"#]),
    ("a,b\n", []),
    // Separators at the ends of lines.
    ("a,b,\n1,2,\n3,,\n", [#"{"a":"1","b":"2"}"#, #"{"a":"3"}"#]),
    ("a;b;;;\r\n1;2;;;\r\n3;4\r\n", [#"{"a":"1","b":"2"}"#, #"{"a":"3","b":"4"}"#]),
    ("a,b\n1,2,\n", [#"{"a":"1","b":"2"}"#]),
    // The line that spreadsheets write before the header.
    ("sep=;\na;b\n1;2,5\n", [#"{"a":"1","b":"2,5"}"#]),
    ("\u{FEFF}\"sep=|\"\r\na|b|\r\n1|2|\r\n", [#"{"a":"1","b":"2"}"#]),
    ("SEP=\t\na\tb\n1\t2\n", [#"{"a":"1","b":"2"}"#]),
    ("sep=,\n", []),
    ("", []),
  ])
  func `a table has a record per row`(text: String, expected: [String]) throws {
    for pieces in [1, 2, 5, 100] {
      #expect(try records(TableRecords(delimiter: nil, limit: 1000), text, pieces: pieces) == expected)
    }
  }

  @Test func `a table separated by tabs has no quotes`() throws {
    let table = TableRecords(delimiter: UInt8(ascii: "\t"), limit: 1000)
    #expect(try records(table, "a\tb\n\"x\t2\n") == [##"{"a":"\"x","b":"2"}"##])
  }

  @Test func `the columns of a table without a header line can be named`() throws {
    let table = TableRecords(delimiter: UInt8(ascii: ","), header: ["x", "y"], limit: 1000)
    #expect(try records(table, "1,2\n") == [#"{"x":"1","y":"2"}"#])
  }

  @Test(arguments: [
    ("a,b\n1,2,3\n", "record 1 has 3 fields, and the header has 2"),
    ("a,a\n1,2\n", "the header has two columns named \"a\""),
    ("a,\n1,2\n", "record 1 has a value in column 2, and the header has no name for it"),
    ("a,,b\n1,,2\n", "the header has no name for column 2"),
    (",,\n1,2,3\n", "the header has no name for column 1"),
    ("a,b\n\"1,2\n3,4\n", "record 1: a field has no closing quote"),
    ("a,b\n1,2\n\"\(String(repeating: "x", count: 2000))", "record 2: the record is longer than 1000 bytes"),
  ])
  func `a broken table is refused with the record`(text: String, sentence: String) {
    #expect(failure(TableRecords(delimiter: nil, limit: 1000), text) == sentence)
  }

  @Test(arguments: [
    ("a: 1\nb: [x, 'y', null, ~, true, 1.5, 0x1F]\n", [#"{"a":1,"b":["x","y",null,null,true,1.5,"0x1F"]}"#]),
    ("- a: 1\n- a: \"1\"\n", [#"{"a":1}"#, #"{"a":"1"}"#]),
    ("a: 1\n---\na: 2\n", [#"{"a":1}"#, #"{"a":2}"#]),
    ("- x: &v {k: [1]}\n- x: *v\n", [#"{"x":{"k":[1]}}"#, #"{"x":{"k":[1]}}"#]),
    ("a: |\n  one\n  two\n", [#"{"a":"one\ntwo\n"}"#]),
    ("a: !!str 1\nb: \n", [#"{"a":"1","b":null}"#]),
    // Merge keys.
    ("- &p {a: 1, b: 2}\n- <<: *p\n  b: 3\n", [#"{"a":1,"b":2}"#, #"{"b":3,"a":1}"#]),
    (
      "- &p {a: 1}\n- &q {a: 2, c: 4}\n- b: 3\n  <<: [*p, *q]\n",
      [
        #"{"a":1}"#, #"{"a":2,"c":4}"#, #"{"b":3,"a":1,"c":4}"#,
      ]
    ),
    (
      "x: &p {a: 1}\ny: &q {<<: *p, b: 2}\nz: {<<: *q}\n",
      [
        #"{"x":{"a":1},"y":{"b":2,"a":1},"z":{"b":2,"a":1}}"#
      ]
    ),
    (
      "l: &l [{a: 1}, {a: 2}]\nm: {<<: *l}\nn: {<<: {a: [x]}}\n",
      [
        #"{"l":[{"a":1},{"a":2}],"m":{"a":1},"n":{"a":["x"]}}"#
      ]
    ),
    ("{!!merge <<: {a: 1}, \"b\": 2}", [#"{"b":2,"a":1}"#]),
    (
      "- &p {b: &l [ü, 1.50, {}], c: &n}\n- {<<: *p, d: *l, e: *n}\n",
      [
        #"{"b":["ü",1.50,{}],"c":null}"#, #"{"d":["ü",1.50,{}],"e":null,"b":["ü",1.50,{}],"c":null}"#,
      ]
    ),
    ("- &p {a: 1}\n- &p {a: 2}\n- *p\n- {<<: []}\n", [#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#, "{}"]),
    // A key in quotes is a key.
    ("\"<<\": {a: 1}\n", [#"{"<<":{"a":1}}"#]),
    ("", []),
  ])
  func `YAML has a record per document or element`(text: String, expected: [String]) throws {
    #expect(try records(YAMLRecords(splitsArrays: true), text) == expected)
  }

  @Test(arguments: [
    ("a: [1\n", "line 2, column 1: did not find expected ',' or ']'"),
    ("<<: 5\n", "line 1: the merge key << needs a mapping or a list of mappings"),
    ("a: &a [1]\nb:\n  <<: *a\n", "line 3: the merge key << needs a mapping or a list of mappings"),
    ("<<: {a: 1}\n<<: {b: 1}\n", "line 2: the key \"<<\" is already in this mapping"),
    ("a: 1\na: 2\n", "line 2: the key \"a\" is already in this mapping"),
    ("a: *x\n", "line 1: no value has the anchor &x"),
    ("a: &x [*x]\n", "line 1: no value has the anchor &x"),
    ("? [a]\n: 1\n", "line 1: a key is not a text"),
  ])
  func `broken YAML is refused with its line`(text: String, sentence: String) {
    #expect(failure(YAMLRecords(splitsArrays: true), text) == sentence)
  }

  /// Ten levels of ten aliases each are ten thousand million nodes.
  @Test func `aliases cannot multiply without a bound`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(failure(YAMLRecords(splitsArrays: true), text).contains("more than 1000000 values"))
  }

  @Test func `anchors and aliases of YAML have a bound in bytes`() {
    let text = String(repeating: "x", count: 1 << 20)
    func aliases(_ count: Int) -> String {
      "- &a \(text)\n" + String(repeating: "- *a\n", count: count)
    }
    let sentence = "more than 64 MiB of anchors and aliases"
    #expect(failure(YAMLRecords(splitsArrays: true), aliases(64)).hasPrefix("line 64: "))
    #expect(failure(YAMLRecords(splitsArrays: true), aliases(64)).contains(sentence))
    #expect(throws: Never.self) { try records(YAMLRecords(splitsArrays: true), aliases(62)) }
    // The copies of anchors count, too: each has the text of those inside.
    let anchors = (0..<70).map { "&a\($0) [" }.joined() + text + String(repeating: "]", count: 70)
    #expect(failure(YAMLRecords(splitsArrays: false), anchors).contains(sentence))
    // Each document begins again.
    #expect(throws: Never.self) {
      try records(YAMLRecords(splitsArrays: true), aliases(40) + "---\n" + aliases(40))
    }
  }

  @Test func `values cannot be nested without a bound`() {
    let text = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    #expect(failure(YAMLRecords(splitsArrays: false), text).contains("nested deeper"))
  }

  @Test func `text has a record per line`() throws {
    #expect(
      try records(LineRecords(limit: 100), "one\r\n\ntwo \"2\"\nthree")
        == [#"{"line":1,"text":"one"}"#, #"{"line":3,"text":"two \"2\""}"#, #"{"line":4,"text":"three"}"#])
    #expect(
      failure(LineRecords(limit: 10), String(repeating: "x", count: 11)).contains("longer than 10 bytes"))
  }
}
