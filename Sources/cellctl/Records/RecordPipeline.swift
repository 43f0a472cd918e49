import CellClient
import Glibc

/// The way from the bytes of an input to cells: a format, a selection, a jq program, a mapping.
struct RecordPipeline {
  var format = InputFormat.json
  /// The names of the columns of a table without a header line.
  var columns: [String] = []
  /// The form of a table that was looked at.
  var table: TableShape?
  /// Whether a document with one list means that list.
  var takesOnlyList = true
  /// Whether secrets are hidden, since no person chose the fields.
  var hidesSecrets = false
  /// The file with the entities of a page of the Mobile Development Kit.
  var entities: String?
  var selection = RecordSelection()
  var program: JQSource?
  /// The limits of the program.
  var bounds = JQFilter.Bounds()
  var mapping: FieldMapping?
  /// Whether cells of the program keep the members that the mapping does not set.
  var keepsCells = false
  var idRule: IDRule?
  /// Whether the number of its occurrence is added to an id of the rule.
  var numbersIDs = false
  /// Whether records come over time: a later record with the id of another is its newer state.
  var isOpenEnded = false
  /// Whether the input has no end.
  var isEndless = false
  /// Whether records that cannot become cells are reported one by one.
  var skipsBadRecords = false
  /// Whether bytes that are not UTF-8 are replaced. They are in the output of a preset's command:
  /// a user cannot convert it, and the preset chose its ids.
  var replacesBadText = false
  /// Receives sentences about what was decided.
  var note: (String) -> Void = { _ in }

  /// Returns the reader of an input.
  /// - Parameter limit: the maximum length of a record, in bytes.
  func reader(of source: any ByteSource, limit: Int) throws -> RecordReader {
    let input = CountingSource(format == .mdk ? page(source) : source)
    let builder = CellBuilder(
      mapping: mapping, keepsCells: keepsCells, idRule: format == .mdk ? nil : idRule, numbersIDs: numbersIDs,
      mapsColumns: program == nil && (format == .csv || format == .tsv),
      isOpenEnded: isOpenEnded, refusesLargeNumbers: program != nil,
      context: FieldContext(now: Self.seconds, hidesSecrets: hidesSecrets), note: note)
    return RecordReader(
      stream: try stream(of: input, limit: limit), input: input, builder: builder, limit: limit,
      skipsBadRecords: skipsBadRecords)
  }

  private func page(_ source: any ByteSource) -> MDKSource {
    MDKSource(
      page: source, data: { [entities] in try entities.map { try InputSource(path: $0).readAll() } },
      idRule: idRule, note: note)
  }

  private func stream(of input: any ByteSource, limit: Int) throws -> RecordStream {
    guard let program else {
      return records(
        of: input, limit: limit,
        listFields: takesOnlyList && (format == .json || format == .yaml) ? usedFields : nil)
    }
    var bounds = bounds
    if isOpenEnded { bounds.seconds = nil }
    // jq reads JSON itself. What it does not read, or what is selected before, are records.
    let feed: any ByteSource =
      format == .json && selection.isIdentity
      ? replacesBadText ? input : UTF8Source(input)
      : RecordLines(stream: records(of: input, limit: limit, listFields: nil))
    let outputs = JSONRecords(limit: limit, noun: "output")
    return RecordStream(
      try JQFilter(program, feed: feed, bounds: bounds), splitter: outputs, selection: RecordSelection(),
      listFields: nil, note: note)
  }

  private func records(of input: any ByteSource, limit: Int, listFields: [Field]?) -> RecordStream {
    let splitter: any RecordSplitter =
      columns.isEmpty
      ? format.splitter(
        limit: format == .json ? InputLimits.document : limit,
        splitsArrays: selection.path == nil && selection.shape == nil,
        table: table)
      : TableRecords(
        delimiter: format == .tsv ? UInt8(ascii: "\t") : UInt8(ascii: ","), header: columns, limit: limit)
    var selection = selection
    // Without a program or a mapping, records are cells.
    selection.addsMembers = program != nil || mapping != nil
    return RecordStream(
      input, splitter: splitter, selection: selection,
      listFields: selection.path == nil ? listFields : nil, isEndless: isEndless,
      replacesBadText: replacesBadText, note: note)
  }

  /// The fields that records have, as far as options name them.
  private var usedFields: [Field] {
    var fields = mapping?.fields ?? []
    if case .template(let template)? = idRule { fields += template.fields }
    return fields
  }

  /// The seconds since 1970, or the time of reproducible output.
  static var seconds: Double { now.flatMap { Double($0) } ?? Double(time(nil)) }

  /// The time of reproducible output: the seconds of `SOURCE_DATE_EPOCH`.
  static var now: String? {
    environmentVariable("SOURCE_DATE_EPOCH").flatMap { Int($0) }.map(String.init)
  }
}
