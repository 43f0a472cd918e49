/// Cuts input into records. Bytes can come in pieces of any size.
protocol RecordSplitter {
  /// Adds bytes of the input.
  mutating func append(_ bytes: ArraySlice<UInt8>)

  /// Marks the end of the input, or of a file that another one follows.
  mutating func finish()

  /// Begins another file, after the last record of the one that was finished. Lines and records are
  /// counted on.
  mutating func startFile()

  /// Returns the next complete record, or nil if more bytes are needed or the input is at its end.
  /// - Throws: `Failure` with status `badData` that names the position.
  mutating func next() throws -> Record?
}

/// The bounds of the input.
enum InputLimits {
  /// The maximum bytes of a document that is searched for its records.
  static let document = 1 << 30
  /// The maximum nesting of arrays and objects of a document.
  static let depth = 512

  /// Returns the failure for a record that is longer than `limit` bytes.
  static func tooLong(_ position: RecordPosition, limit: Int) -> Failure {
    Failure(.badData, "\(position): the record is longer than \(limit) bytes")
  }
}

extension UInt8 {
  /// Whether the byte is white space of JSON.
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
