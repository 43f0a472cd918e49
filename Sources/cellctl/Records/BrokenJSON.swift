import CellWire

/// Describes a broken record: its line and column, the text around it, and the probable cause.
struct BrokenJSON {
  private let bytes: [UInt8]
  private let position: RecordPosition
  private let error: JSONError

  /// - Parameter record: the record that the parser refused with `error`.
  init(_ error: JSONError, in record: Record) {
    self.error = error
    bytes = record.bytes
    position = record.position
  }

  /// The failure to report.
  var failure: Failure {
    Failure(
      .badData, "\(place): \(sentence)", excerpt: excerpt, hint: cause)
  }

  /// The position of the error: `line 3, column 14`.
  private var place: String {
    guard let line = position.line else { return "\(position)" }
    let before = bytes[..<offset]
    let feeds = before.count { $0 == 0x0A }
    let text = String(decoding: before[lineStart...], as: UTF8.self)
    let column = text.count + (feeds == 0 ? position.column : 0) + 1
    let number = position.number.map { "\(position.noun) \($0), " } ?? ""
    return "\(number)line \(line + feeds), column \(column)"
  }

  private var sentence: String {
    isCutOff ? "the JSON text ends too early" : error.reason.sentence
  }

  private var offset: Int { min(error.offset, bytes.count) }

  /// The index after the last line feed before the error.
  private var lineStart: Int { bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0 }

  private var isCutOff: Bool {
    offset >= bytes.count || error.reason == .unclosedString && !bytes[offset...].contains(0x0A)
  }

  /// The line of the error, and a caret below it.
  private var excerpt: String? {
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    let before = String(decoding: bytes[lineStart..<offset], as: UTF8.self).printable.suffix(40)
    let after = String(decoding: bytes[offset..<end], as: UTF8.self).printable.prefix(30)
    guard !(before.isEmpty && after.isEmpty) else { return nil }
    return "\(before)\(after)\n" + String(repeating: " ", count: String(before).columns) + "^"
  }

  /// The probable cause, as an instruction.
  private var cause: String? {
    if error.reason == .invalidUTF8 { return TextEncoding.cure }
    if isCutOff { return "the input is cut off, or a closing bracket is missing" }
    let rest = bytes[offset...]
    let previous = bytes[..<offset].last { !$0.isJSONSpace }
    switch rest.first {
    case UInt8(ascii: "'"): return "write strings in double quotes"
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return previous == UInt8(ascii: ",") ? "remove the comma before the closing bracket" : nil
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "remove the comment; JSON has none"
    case UInt8(ascii: "<") where offset == 0:
      return "this looks like HTML or XML; 'jc' and 'xq' make JSON of it"
    case UInt8(ascii: "\"") where error.reason == .expectedSeparator,
      UInt8(ascii: "{") where error.reason == .expectedSeparator:
      return "a comma is missing before it"
    default: break
    }
    let word = String(decoding: rest.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }, as: UTF8.self)
    switch word {
    case "True", "False", "None": return "this is Python; print it with json.dumps"
    case "NaN", "Infinity", "undefined": return "JSON has no \(word); write null"
    case "" where error.reason == .controlCharacter: return "a closing quote is missing, or write \\n and \\t"
    case "": return nil
    case _ where offset == 0:
      return "for CSV, TSV, YAML and text use --from; 'jc' makes JSON of other formats"
    case _ where error.reason == .expectedName: return "write the name in double quotes"
    case _ where error.reason == .expectedValue || error.reason == .invalidLiteral:
      return "write a text in double quotes"
    default: return nil
    }
  }
}

extension Record {
  /// Parses the text.
  /// - Throws: `Failure` with status `badData` that shows the error and its position.
  func document(depth: Int = JSONParser.standardDepth) throws -> JSONDocument {
    do {
      return try JSONDocument(bytes, depth: depth)
    } catch {
      throw BrokenJSON(error, in: self).failure
    }
  }
}
