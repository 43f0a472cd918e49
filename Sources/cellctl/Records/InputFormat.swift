/// The formats of input, as `--from` names them.
enum InputFormat: String, CaseIterable {
  case json, csv, tsv, yaml, lines, mdk

  /// The sentence of the help.
  var summary: String {
    switch self {
    case .json:
      "JSON documents, one after the other, with any line breaks or none (the default); RFC 7464 too"
    case .csv:
      "a table with a header line (RFC 4180), separated by commas, semicolons, or as a line sep=X says"
    case .tsv: "a table with a header line, separated by tabs, without quotes"
    case .yaml: "YAML documents"
    case .lines: "text: each line becomes {\"line\": 1, \"text\": \"…\"}"
    case .mdk: "a page of SAP's Mobile Development Kit; --data FILE has the entities (OData)"
    }
  }

  /// Whether the records are known only at the end of the input.
  var needsEnd: Bool { self == .yaml || self == .mdk }

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
    // The page becomes cells before they are cut.
    case .mdk: JSONRecords(limit: limit, noun: "row")
    }
  }
}
