/// The formats of input, as `--from` names them.
enum InputFormat: String, CaseIterable {
  case json, csv, tsv, yaml, logfmt, columns, lines, mdk

  /// The sentence of the help.
  var summary: String {
    switch self {
    case .json:
      "JSON documents, one after the other, with any line breaks or none (the default); RFC 7464 too"
    case .csv:
      "a table with a header line (RFC 4180), separated by commas, semicolons, or as a line sep=X says"
    case .tsv: "a table with a header line, separated by tabs, without quotes"
    case .yaml: "YAML documents"
    case .logfmt: "lines of pairs: level=info msg=\"the text\""
    case .columns: "a table with a header line in capitals, whose columns blanks separate"
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
  ///   - table: the form of a table that was looked at before.
  func splitter(limit: Int, splitsArrays: Bool, table: TableShape? = nil) -> any RecordSplitter {
    switch self {
    case .json: JSONRecords(limit: limit, splitsArrays: splitsArrays)
    case .csv where table != nil, .tsv where table != nil:
      TableRecords(delimiter: nil, shape: table, limit: limit)
    case .csv: TableRecords(delimiter: nil, limit: limit)
    case .tsv: TableRecords(delimiter: UInt8(ascii: "\t"), limit: limit)
    case .yaml: YAMLRecords(splitsArrays: splitsArrays)
    case .logfmt: LineRecords(limit: limit, form: .pairs)
    case .columns: LineRecords(limit: limit, form: .columns)
    case .lines: LineRecords(limit: limit)
    // The page becomes cells before they are cut.
    case .mdk: JSONRecords(limit: limit, noun: "row")
    }
  }
}
