import CellClient
import CellWire

/// Short JSON texts.
enum JSONText {
  /// Returns a text as a JSON string.
  static func string(_ text: String) -> String {
    JSON.string(text).text
  }

  /// Returns JSON without raw characters that control a terminal, or `nil` if it has none. In
  /// strings they are escaped, so the value is the same: `"a\u{9B}"` is `"a\\u009B"`.
  static func neutral(_ json: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard mayControl(json) else { return nil }
    var neutral: [UInt8] = []
    neutral.reserveCapacity(json.count + 64)
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n", "\t": neutral.append(UInt8(scalar.value))
      // Between tokens it is white space. Strings have none.
      case "\r": neutral.append(UInt8(ascii: " "))
      case _ where scalar.isControl:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { append(unit, to: &neutral) }
      default: neutral.append(contentsOf: scalar.utf8)
      }
    }
    return neutral
  }

  /// Whether a byte may begin a character that controls a terminal. It is never false if one does.
  private static func mayControl(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    for byte in json {
      let isControl = (byte < 0x20 && byte != 0x0A && byte != 0x09) || byte == 0x7F
      let isLead = byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF || byte == 0xF3
      found |= isControl || isLead ? 1 : 0
    }
    return found != 0
  }

  private static func append(_ unit: UInt16, to json: inout [UInt8]) {
    let digits = String(unit, radix: 16, uppercase: true)
    json += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
  }

  /// Whether a text is one JSON value.
  static func isValue(_ text: String) -> Bool {
    (try? JSONDocument(text.utf8)) != nil
  }

  /// Whether a text is a JSON number.
  static func isNumber(_ text: String) -> Bool {
    guard let document = try? JSONDocument(text.utf8) else { return false }
    return document.withRoot { $0.kind == .number && $0.raw.count == text.utf8.count }
  }
}
