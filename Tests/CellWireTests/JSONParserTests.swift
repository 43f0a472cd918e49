import Testing

@testable import CellWire

@Suite("JSON parser") struct JSONParserTests {
  /// Returns the reason why a text is refused, or nil.
  private func refusal(_ text: [UInt8], depth: Int = 64) -> JSONError? {
    do {
      _ = try JSONDocument(text, depth: depth)
      return nil
    } catch { return error }
  }

  private func refusal(_ text: String, depth: Int = 64) -> JSONError? {
    refusal(Array(text.utf8), depth: depth)
  }

  @Test(
    "texts that are taken",
    arguments: [
      "null", "true", "false", "0", "-0", "1", "-1.5", "1e5", "1E+5", "1.0e-10",
      "123456789012345678901234567890",
      "1e999", "-1e999", #""""#, #""a""#, "[]", "{}", "[[]]", #"{"":0}"#, "[1,2]", #"{"a":1,"b":[{}]}"#,
      " [ 1 , 2 ] ",
      "\t{\t\"a\"\t:\tnull\t}\t\r", #""\u0000""#, #""\ud83d\ude00""#, #""\"\\\/\b\f\n\r\t""#, #""é 漢 😀""#,
      "\"\u{7f}\"", #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":1}]"#, #""\uFFFE""#, "\"\u{FFFF}\"",
    ])
  func taken(text: String) throws {
    try JSONDocument(text.utf8).withRoot { root throws in
      #expect(text.contains(root.rawText))
      #expect(try JSON(parsing: JSON(root).text) == JSON(root))
    }
  }

  @Test(
    "texts that are refused, why and where",
    arguments: [
      ("", .empty, 0), ("   ", .empty, 0), ("[1,]", .expectedValue, 3), ("[,1]", .expectedValue, 1),
      ("[1 2]", .expectedSeparator, 3), ("{\"a\" 1}", .expectedColon, 5), ("{\"a\":}", .expectedValue, 5),
      ("{\"a\":1,}", .expectedName, 7), ("{a:1}", .expectedName, 1), ("{1:1}", .expectedName, 1),
      ("[", .expectedValue, 1),
      ("{", .expectedName, 1), ("]", .expectedValue, 0), ("[1", .expectedSeparator, 2),
      ("{\"a\":1", .expectedSeparator, 6),
      ("[1]]", .trailingText, 3), ("1 2", .trailingText, 2), ("{} {}", .trailingText, 3),
      ("01", .invalidNumber, 0),
      ("+1", .expectedValue, 0), (".5", .expectedValue, 0), ("1.", .invalidNumber, 0),
      ("1e", .invalidNumber, 0),
      ("-", .invalidNumber, 0), ("- 1", .invalidNumber, 0), ("0x1", .invalidNumber, 0),
      ("1\"a\"", .invalidNumber, 0),
      ("NaN", .expectedValue, 0), ("Infinity", .expectedValue, 0), ("-Infinity", .invalidNumber, 0),
      ("tru", .invalidLiteral, 0),
      ("truee", .invalidLiteral, 0), ("True", .expectedValue, 0), ("nul", .invalidLiteral, 0),
      ("'a'", .expectedValue, 0),
      ("\"a", .unclosedString, 0), ("[\"a]", .unclosedString, 1), ("\"\\\"", .unclosedString, 0),
      ("\"a\"b", .trailingText, 3),
      ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1), ("\"\\x\"", .invalidEscape, 1),
      ("\"\\u12\"", .invalidEscape, 1), ("\"\\u12G4\"", .invalidEscape, 1), ("\"a\\", .unclosedString, 0),
      ("\"\\ud800\"", .loneSurrogate, 1), ("\"\\udc00\"", .loneSurrogate, 1),
      ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
      ("\"\\ud800\\n\"", .loneSurrogate, 1), ("\"x\\ude00\\ud83d\"", .loneSurrogate, 2),
      ("[1]\u{c}", .trailingText, 3),
      ("\u{feff}1", .expectedValue, 0), ("[1\u{a0}]", .invalidNumber, 1),
      ("{\"a\":1 \"b\":2}", .expectedSeparator, 7),
      ("// c\n1", .expectedValue, 0), ("\\", .expectedValue, 0), ("{\"a\":1,\"a\":2}", .duplicateName, 7),
      ("{\"a\":1,\"b\":{},\"\\u0061\":2}", .duplicateName, 14), ("{\"\":1,\"\":2}", .duplicateName, 6),
    ] as [(String, JSONError.Reason, Int)])
  func refused(text: String, reason: JSONError.Reason, offset: Int) {
    let fault = refusal(text)
    #expect(fault?.reason == reason)
    #expect(fault?.offset == offset)
  }

  @Test(
    "invalid UTF-8 is refused wherever it is",
    arguments: [
      [0x80], [0xC0, 0xAF], [0xC2], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    for lead in [0, 1, 30, 61, 62, 63, 64, 200] {
      let text = Array("\"".utf8) + [UInt8](repeating: 0x61, count: lead) + bytes + Array("\"".utf8)
      #expect(refusal(text)?.reason == .invalidUTF8)
      #expect(refusal(text)?.offset == lead + 1)
    }
    #expect(refusal(bytes)?.reason == .invalidUTF8)
  }

  @Test("bytes after the source do not matter") func padding() throws {
    let parser = JSONParser()
    for (text, count) in [("12345", 2), ("[1]]", 3), ("true,", 4), ("\"ab\" \"", 5), ("{}\u{1}", 2)] {
      var bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "9"), count: 64)
      bytes.withUnsafeMutableBytes { buffer in
        let source = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        #expect(throws: Never.self) { try parser.parse(source, depth: 64) }
      }
    }
  }

  @Test("the maximum depth, and one more") func depth() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      #expect(refusal(nested(64)) == nil)
      #expect(refusal(nested(65))?.reason == .tooDeep)
      #expect(refusal(nested(100_000))?.reason == .tooDeep)
    }
    #expect(refusal("[[]]", depth: 1)?.offset == 1)
  }

  @Test("an error has its path") func path() {
    #expect(
      refusal(#"{"params":{"cells":[{"id":1},{"id":2,"title":tru}]}}"#)?.path == "/params/cells/1/title")
    #expect(refusal(#"[1,[2,{"a/b~":x}]]"#)?.path == "/1/1/a~1b~0")
    #expect(refusal(#"{"\u0061b":{"c":01}}"#)?.path == "/ab/c")
    #expect(refusal("[")?.path == "/0")
  }

  @Test("duplicates among many names, at any distance") func manyNames() {
    for count in [2, 31, 32, 33, 34, 5000] {
      let names = (0..<count).map { "\"some-longer-name-\($0)\":\($0)" }
      #expect(refusal("{\(names.joined(separator: ","))}") == nil)
      for place in [0, count / 2, count - 1] {
        let text = "{\(names.joined(separator: ",")),\"some-longer-name-\(place)\":0}"
        #expect(refusal(text)?.reason == .duplicateName)
        #expect(
          refusal(text)?.offset == text.utf8.count - names[place].utf8.count - 1 + "\(place)".utf8.count - 1)
      }
    }
  }

  @Test("hostile names take no quadratic time", .timeLimit(.minutes(5))) func hostileNames() {
    // Equal lengths and prefixes: every comparison has to read the whole name.
    let head = String(repeating: "x", count: 40)
    let names = (100_000..<200_000).map { "\"\(head)\($0)\":0" }.joined(separator: ",")
    #expect(refusal("{\(names)}") == nil)
  }

  @Test("numbers keep their digits and have their values") func numbers() throws {
    let document = try JSONDocument(
      "[1.10, 123456789012345678901234567890, 1e3, 2.0, -9223372036854775808, 1e999, 0.1, 1.5, 9007199254740993]"
        .utf8)
    document.withRoot { root in
      let numbers = Array(root.elements)
      #expect(numbers.map(\.rawText)[0...1] == ["1.10", "123456789012345678901234567890"])
      #expect(numbers.map(\.int64) == [nil, nil, 1000, 2, .min, nil, nil, nil, 9_007_199_254_740_993])
      #expect(numbers.map(\.double)[5...7] == [nil, 0.1, 1.5])
    }
  }

  @Test("members, elements and raw text") func access() throws {
    let document = try JSONDocument(#" {"a" : [ 1,2 , {"b":"\u00e9\n"}],"c":{"d":null}, "e":true} "#.utf8)
    document.withRoot { root in
      #expect(root.count == 3)
      #expect(root["a"]?.rawText == #"[ 1,2 , {"b":"\u00e9\n"}]"#)
      #expect(root["a"]?.elements.map(\.kind) == [.number, .number, .object])
      #expect(Array(root["a"]!.elements)[2]["b"]?.string == "é\n")
      #expect(root["c"]?["d"]?.isNull == true)
      #expect(root["c"]?.present("d") == nil)
      #expect(root["e"]?.bool == true)
      #expect(root["x"] == nil)
      #expect(root["e"]?["x"] == nil)
      #expect(root["a"]?.elements.map(\.count) == [0, 0, 1])
    }
  }

  @Test("a reused parser keeps nothing of the last text") func reuse() throws {
    let parser = JSONParser()
    for length in [1, 100, 10_000, 3_000_000, 10] {
      var text = Array("[\"\\n\(String(repeating: "a", count: length))\"]".utf8)
      let count = text.count
      text += [UInt8](repeating: 0, count: 64)
      try text.withUnsafeBytes { bytes in
        let root = try parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<count]), depth: 4)
        #expect(root.elements.first { _ in true }?.utf8?.count == length + 1)
      }
    }
  }
}
