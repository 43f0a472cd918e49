import CellProtocol

/// The formats of input, as `--from` names them.
enum InputFormat: String, CaseIterable {
  case json, csv, tsv, yaml, lines

  /// The sentence of the help.
  var summary: String {
    switch self {
    case .json: "JSON documents, one after the other, with any line breaks (the default)"
    case .csv: "a table with a header line (RFC 4180), separated by commas or semicolons"
    case .tsv: "a table with a header line, separated by tabs, without quotes"
    case .yaml: "YAML documents"
    case .lines: "text: each line becomes {\"line\": 1, \"text\": \"…\"}"
    }
  }

  /// Returns a splitter for the format.
  /// - Parameters:
  ///   - limit: the maximum length of a record, in bytes.
  ///   - splitsArrays: whether the elements of a list are records. If not, the list is one.
  ///   - noun: the name of a record in messages.
  func splitter(limit: Int, splitsArrays: Bool, noun: String = "record") -> any RecordSplitter {
    switch self {
    case .json: JSONRecords(limit: limit, splitsArrays: splitsArrays, noun: noun)
    case .csv: TableRecords(delimiter: nil, limit: limit)
    case .tsv: TableRecords(delimiter: UInt8(ascii: "\t"), limit: limit)
    case .yaml: YAMLRecords(splitsArrays: splitsArrays)
    case .lines: LineRecords(limit: limit)
    }
  }
}

/// Cuts input into records. Bytes can come in pieces of any size.
protocol RecordSplitter {
  /// Adds bytes of the input.
  mutating func append(_ bytes: ArraySlice<UInt8>)

  /// Marks the end of the input.
  mutating func finish()

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
