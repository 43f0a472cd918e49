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
    let input = RecordStream(
      format == .mdk ? try cells(ofPage: source) : source, splitter(limit: limit), self)
    guard let program else { return RecordReader(input, input: input, self, limit: limit) }
    var bounds = bounds
    if isOpenEnded { bounds.seconds = nil }
    let filter = try JQFilter(
      program, feed: RecordLines(stream: input, replacesBadText: replacesBadText), bounds: bounds)
    var outputs = RecordPipeline()
    outputs.takesOnlyList = false
    let stream = RecordStream(filter, JSONRecords(limit: limit, noun: "output"), outputs)
    return RecordReader(stream, input: input, self, limit: limit)
  }

  /// The cells of a page of the Mobile Development Kit, as lines of JSON.
  private func cells(ofPage source: any ByteSource) throws -> BytesSource {
    let cells = try MDKPage.cells(
      source.readToEnd(), data: entities.map { try InputSource(path: $0).readAll() }, rule: idRule,
      note: note)
    return BytesSource(cells.flatMap { Array($0.text.utf8) + [UInt8(ascii: "\n")] })
  }

  private func splitter(limit: Int) -> any RecordSplitter {
    guard columns.isEmpty else {
      return TableRecords(
        delimiter: format == .tsv ? UInt8(ascii: "\t") : UInt8(ascii: ","), header: columns, limit: limit)
    }
    // A program reads whole documents.
    let isWhole = program != nil && format == .json && selection.isIdentity
    return format.splitter(
      limit: format == .json ? InputLimits.document : limit,
      splitsArrays: selection.path == nil && selection.shape == nil && !isWhole, table: table)
  }

  /// The selection from documents. Without a program or a mapping, records are cells.
  var recordSelection: RecordSelection {
    var selection = selection
    selection.addsMembers = program != nil || mapping != nil
    return selection
  }

  /// The fields that records have, if a document can be a list of them; nil if it cannot.
  var listFields: [Field]? {
    let isSearched = takesOnlyList && program == nil && selection.path == nil
    return isSearched && (format == .json || format == .yaml) ? usedFields : nil
  }

  /// Whether records are rows of a table, whose columns are named like the members of a cell.
  var mapsColumns: Bool { program == nil && mapping == nil && (format == .csv || format == .tsv) }

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
