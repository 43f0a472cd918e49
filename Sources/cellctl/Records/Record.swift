/// A record of the input: the text of a JSON value, and its position.
struct Record {
  /// The JSON text, without white space around it.
  var bytes: [UInt8]
  var position: RecordPosition
  /// Whether it is an element of an array, and not a document.
  var isElement = false
  /// Whether its text was UTF-8. If not, other bytes were replaced.
  var isUTF8 = true
}

/// The position of a record in the input, as messages name it.
struct RecordPosition: CustomStringConvertible {
  /// The number of its first line, from 1; nil if lines are not known.
  var line: Int?
  /// The number of the bytes before it on that line.
  var column = 0
  /// The number of the record, from 1. Nil if each line has one record.
  var number: Int?
  /// The name of a record: `output` of a jq program.
  var noun = "record"

  /// For example `line 3`, `record 2, line 3` or `output 7`.
  var description: String {
    let parts = [number.map { "\(noun) \($0)" }, line.map { "line \($0)" }].compactMap { $0 }
    return parts.isEmpty ? noun : parts.joined(separator: ", ")
  }
}
