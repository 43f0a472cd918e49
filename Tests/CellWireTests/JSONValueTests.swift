import Testing

@testable import CellWire

@Suite("JSON values and writer") struct JSONValueTests {
  @Test(arguments: [
    ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{387}", "\u{B7}"), ("`", "\u{1FEF}"),
  ])
  func `names that are canonically equivalent are different ones`(pair: (String, String)) throws {
    let (one, two) = pair
    var object = try JSON(parsing: #"{"\#(one)":1,"\#(two)":2}"#)
    #expect(object[one]?.int == 1 && object[two]?.int == 2)
    #expect(object.merging(.object([JSON.Member(two, .null)])).text == #"{"\#(one)":1}"#)
    object[two] = 3
    #expect(object.text.utf8.elementsEqual(#"{"\#(one)":1,"\#(two)":3}"#.utf8))
    #expect(Set([one.exact, two.exact, one.exact]).count == 2)
  }

  @Test("the examples of RFC 7396")
  func mergePatch() throws {
    let table = [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]
    for (target, patch, result) in table {
      #expect(try JSON(parsing: target).merging(JSON(parsing: patch)) == JSON(parsing: result))
    }
  }

  @Test("members are set, replaced and removed in place") func members() {
    var json: JSON = ["a": 1, "b": 2]
    json["b"] = 3
    json["c"] = [true, .null]
    json["a"] = nil
    #expect(json.text == #"{"b":3,"c":[true,null]}"#)
    #expect(json["c"]?[0]?.bool == true)
    #expect(json["c"]?[2] == nil)
  }

  @Test("doubles in the fewest digits, whole ones without a fraction")
  func doubles() {
    let table: [(Double, String)] = [
      (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (1.5, "1.5"), (1e15, "1000000000000000"),
      (1e22, "1e+22"),
      (.leastNonzeroMagnitude, "5e-324"), (0.1 + 0.2, "0.30000000000000004"), (.infinity, "null"),
      (.nan, "null"),
      (Double(1 << 53), "9007199254740992"), (1e300, "1e+300"),
    ]
    for (value, text) in table {
      var writer = JSONWriter()
      writer.double(value)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
      if value.isFinite { #expect(Double(text) == value) }
    }
  }

  @Test("whole numbers", arguments: [0, 7, -7, 10, 99, 100, -100, Int.max, Int.min])
  func integers(value: Int) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(value))
  }

  @Test("a round trip keeps every byte that JSON allows, at every offset in a word") func escaping() throws {
    for scalar in (0..<0x300).compactMap(Unicode.Scalar.init) {
      for lead in 0...9 {
        for tail in [0, 1, 8] {
          let text =
            String(repeating: "a", count: lead) + String(scalar) + String(repeating: "é", count: tail)
          var writer = JSONWriter()
          writer.string(text)
          #expect(try JSON(parsing: writer.bytes) == .string(text))
        }
      }
    }
  }

  @Test("a member is its name and its string, wherever a byte needs an escape") func textMembers() {
    for length in 0...70 {
      for place in 0...length {
        for byte in [0x00, 0x1f, 0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7f, 0xc3] {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          // The byte can be there twice: the first one counts.
          for at in [place, place + 3] where at < length { text[at] = byte }
          let escaped = text.flatMap { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case ..<0x20: Array((byte < 0x10 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
            default: [byte]
            }
          }
          var writer = JSONWriter()
          text.withUnsafeBytes { text in
            writer.object { writer in
              writer.member("name", text)
              writer.member("", text)
            }
          }
          #expect(
            writer.bytes == Array(#"{"name":""#.utf8) + escaped + Array(#"","":""#.utf8) + escaped
              + Array(#""}"#.utf8))
        }
      }
    }
  }

  @Test("only bytes that need an escape are escaped") func escapes() {
    var writer = JSONWriter()
    writer.string("/\u{7f}\u{1}\"\\\n\r\t\u{1f}é\u{2028}😀")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == "\"/\u{7f}\\u0001\\\"\\\\\\n\\r\\t\\u001fé\u{2028}😀\"")
  }

  @Test("commas are correct, also after a rewind") func commas() {
    var writer = JSONWriter(appendingTo: Array("x".utf8))
    writer.object { writer in
      writer.name("a")
      writer.array { writer in
        writer.null()
        let mark = writer.mark
        writer.object {
          $0.name("gone"); $0.bool(true)
        }
        writer.rewind(to: mark)
        writer.array { _ in }
        writer.raw("{}")
      }
      writer.name(escaping: "b\n")
      writer.beginString()
      writer.endString()
      writer.name("c")
      writer.double(2)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"x{"a":[null,[],{}],"b\n":"","c":2}"#)
  }
}
