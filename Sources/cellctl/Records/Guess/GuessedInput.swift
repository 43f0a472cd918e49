import CellWire

/// An input whose first records were looked at.
final class GuessedInput: ByteSource {
  /// The text that was read already.
  private var text: [UInt8]
  private var rest: (any ByteSource)?
  /// The guess; nil if the records are cells, or if nothing fits.
  private(set) var guess: Guess?
  /// The preset that reads the records.
  private(set) var preset: Preset?
  /// Whether the records are cells.
  private(set) var isOfCells = false
  /// Whether they are cells without ids.
  private(set) var lacksIDs = false
  /// The form of a table.
  private(set) var table: TableShape?
  private(set) var format: InputFormat
  /// Sentences about what was decided.
  private(set) var notes: [String] = []
  /// Whether most lines are JSON, and others are between them.
  private(set) var hasOtherLines = false

  /// - Parameters:
  ///   - path: the name of the file, for its extension.
  ///   - format: the format that an option names.
  ///   - isStream: whether records may come over time, as from a pipe.
  ///   - selection: the records that options select; nil if only the format is guessed.
  /// - Throws: `Failure` with status `badData` if it is not a text with records.
  init(
    _ source: any ByteSource, path: String, format known: InputFormat?, isStream: Bool = false,
    selection: RecordSelection?
  ) throws {
    var bytes: [UInt8] = []
    var readsAll = !isStream
    reading: while bytes.count <= InputLimits.document {
      switch try source.read(milliseconds: readsAll || bytes.isEmpty ? -1 : Self.silence) {
      case .bytes(let piece):
        bytes += piece
        guard !readsAll, Self.isEnough(bytes) else { continue }
        if Self.hasRecords(bytes, path: path) {
          rest = source
          break reading
        }
        readsAll = bytes.count >= Self.enough
      case .idle where Self.hasRecords(bytes, path: path):
        rest = source
        break reading
      case .idle, .newFile: break
      case .end: break reading
      }
    }
    if bytes.count > InputLimits.document { rest = source }
    // The last line may be cut, also inside of a character.
    var tail: [UInt8] = []
    if rest != nil, let last = bytes.lastIndex(of: 0x0A) {
      tail = Array(bytes[(last + 1)...])
      bytes.removeSubrange((last + 1)...)
    }
    let input = try InputText(bytes)
    let found = try FormatGuess(input.bytes, path: path, known: known, isWhole: rest == nil)
    notes = input.notes + found.notes
    (text, format, table, hasOtherLines) = (found.text, found.format, found.table, found.hasOtherLines)
    defer { text += tail }
    guard let selection, format != .mdk else { return }
    try look(selection)
    guess?.isFormatGuessed = known == nil
  }

  // MARK: Streams

  /// The milliseconds without bytes after which the first records are shown.
  private static let silence: Int32 = 200

  /// The bytes, or 64 lines, after which the first records are shown.
  private static let enough = 256 << 10

  private static func isEnough(_ bytes: [UInt8]) -> Bool {
    bytes.count >= enough || bytes.count { $0 == 0x0A } >= 64
  }

  /// Whether the first bytes are whole records, so that the others can come later. A document that
  /// is not closed, YAML and packed bytes are read as a whole.
  private static func hasRecords(_ bytes: [UInt8], path: String) -> Bool {
    guard !InputText.needsAll(bytes), let last = bytes.lastIndex(of: 0x0A) else { return false }
    let head = bytes[...last].drop { $0.isJSONSpace || $0 == 0x1E }
    guard let first = head.first else { return false }
    switch first {
    case UInt8(ascii: "{"):
      // One document on many lines has a first line that is open.
      let line = head.prefix { $0 != 0x0A }
      return (try? JSONDocument(line, depth: InputLimits.depth)) != nil
    case UInt8(ascii: "[") where !FormatGuess.isBracketed(bytes): return false
    case UInt8(ascii: "<"): return false
    default:
      let format = try? FormatGuess(Array(bytes[...last]), path: path, isWhole: false).format
      return format.map { $0 != .yaml && $0 != .mdk } ?? true
    }
  }

  private func look(_ selection: RecordSelection) throws {
    var splitter = format.splitter(limit: InputLimits.document, splitsArrays: false, table: table)
    splitter.append(text[...])
    if rest == nil { splitter.finish() }
    var documents: [JSONDocument] = []
    var bytes = 0
    var broken: Failure?
    while documents.count < ListSample.limit, bytes < ListSample.byteLimit {
      let record: Record?
      do {
        record = try splitter.next()
      } catch {
        broken = broken ?? error as? Failure
        break
      }
      guard let record else { break }
      bytes += record.bytes.count
      // One that is broken beside good ones is reported when it is read again.
      do {
        for selected in try selection.records(of: record) {
          documents.append(try selected.document(depth: InputLimits.depth))
        }
      } catch {
        broken = broken ?? error as? Failure
      }
    }
    if documents.isEmpty, let broken { throw broken }
    defer { withExtendedLifetime(documents) {} }
    let roots = documents.map(\.root)
    let isSelected = !selection.isIdentity
    if format == .json, !isSelected, let root = roots.first,
      let first = root.kind == .array ? root.elements.first(where: { _ in true }) : root
    {
      let fitting = PresetLibrary.all.filter { $0.fits(first) }
      preset = fitting.count == 1 ? fitting[0] : nil
    }
    let cells = CellList(roots, isTable: format == .csv || format == .tsv)
    isOfCells = cells.isOne
    lacksIDs = isOfCells && cells.lacksIDs
    if let typo = cells.typo { notes.append(typo) }
    guard !isOfCells, preset == nil else { return }
    guard rest != nil || !roots.allSatisfy({ $0.valueCount == 1 && $0.kind != .string && $0.kind != .number })
    else {
      // Nothing to show is not an error.
      return text = []
    }
    guess = Guess(roots, format: format, isList: isSelected)
    notes += guess?.notes ?? []
  }

  /// Whether more records may come.
  var isOpen: Bool { rest != nil }

  var descriptor: Int32? { rest?.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    guard text.isEmpty else {
      defer { text = [] }
      return .bytes(text[...])
    }
    return try rest?.read(milliseconds: milliseconds) ?? .end
  }
}

/// Bytes that were read before.
final class BytesSource: ByteSource {
  private var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var descriptor: Int32? { nil }

  func read(milliseconds: Int32) throws -> InputPiece {
    guard !bytes.isEmpty else { return .end }
    defer { bytes = [] }
    return .bytes(bytes[...])
  }
}

extension ByteSource {
  /// Returns all bytes up to the end.
  /// - Throws: `Failure` with status `badData` if there are more than a document can have.
  func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      switch try read(milliseconds: -1) {
      case .bytes(let piece): bytes += piece
      case .idle, .newFile: break
      case .end: return bytes
      }
      guard bytes.count <= InputLimits.document else {
        throw InputLimits.tooLong(RecordPosition(noun: "the input"), limit: InputLimits.document)
      }
    }
  }
}

/// Whether documents are cells or data.
struct CellList {
  /// Whether the first records have only members of cells, with the right types, and a title.
  private(set) var isOne = false
  private(set) var lacksIDs = false
  /// A sentence about a member that is one letter off.
  private(set) var typo: String?

  /// - Parameter isTable: whether all values are texts, which are written as their members need.
  init(_ documents: [JSONNode], isTable: Bool) {
    let records = documents.flatMap { $0.kind == .array ? Array($0.elements) : [$0] }.prefix(ListSample.limit)
    guard !records.isEmpty else { return }
    let names = Set(records.flatMap { $0.members.compactMap(\.name.string) })
    lacksIDs = !names.contains("id")
    // Columns beyond those of the header cannot become members, either.
    let unknown = names.filter { CellMember(isTable ? String($0.prefix { $0 != "/" }) : $0) == nil }
    guard unknown.isEmpty else {
      // Columns without a name have a number.
      if unknown.count == 1, names.contains(where: { CellMember($0) != nil }), let name = unknown.first,
        name.last?.isNumber != true,
        let near = nearestName(to: name, in: CellMember.all.map(\.name)), !names.contains(near)
      {
        typo = "\"\(name)\" is not a member of cells; did you mean \"\(near)\"?"
      }
      return
    }
    let good = records.count { record in
      record.kind == .object && record.present("title") != nil && (isTable || Self.isCell(record))
    }
    isOne = good * 2 > records.count
  }

  /// Whether the members have the types of those of a cell. A wrong value, such as an unknown
  /// state, is an error of a cell.
  private static func isCell(_ node: JSONNode) -> Bool {
    node.members.allSatisfy { member in
      guard let known = member.name.string.flatMap(CellMember.init), !member.value.isNull else {
        return member.value.isNull
      }
      switch known.kind {
      case .text: return member.value.kind == .string || member.value.kind == .number
      case .flag: return member.value.bool != nil
      case .number: return member.value.bool == nil && member.value.kind != .array
      case .list: return member.value.bool == nil && member.value.kind != .number
      case .any: return true
      }
    }
  }
}
