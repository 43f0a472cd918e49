import CellClient
import CellProtocol

/// A source of bytes that come in pieces.
protocol ByteSource {
  /// The descriptor that becomes readable when bytes come. Nil if there is none: look again after a
  /// pause.
  var descriptor: Int32? { get }

  /// Returns the next bytes. Waits for at most `milliseconds`; -1 waits forever.
  func read(milliseconds: Int32) throws -> InputPiece
}

/// The result of a read of a source of bytes.
enum InputPiece {
  case bytes(ArraySlice<UInt8>)
  /// The bytes that follow are those of another file, so no record has bytes of both.
  case newFile
  /// Nothing came in the given time.
  case idle
  case end

  init(_ piece: DescriptorReader.Piece) {
    self =
      switch piece {
      case .bytes(let bytes): .bytes(bytes)
      case .idle: .idle
      case .end: .end
      }
  }
}

/// The records of a source of bytes: cut by the format, and selected from its documents.
final class RecordStream {
  /// The result of a read.
  enum Result {
    case record(Record)
    /// Nothing came in the given time.
    case idle
    case end
  }

  private let source: any ByteSource
  private var splitter: any RecordSplitter
  private var selection: RecordSelection
  /// Fields that records have, if a document can be a list of them; nil if it cannot.
  private let listFields: [Field]?
  /// Whether the source has no end, so that no document can be the only one.
  private let isEndless: Bool
  private let replacesBadText: Bool
  private let note: (String) -> Void

  /// The first document while it can be the only one.
  private var first: Record?
  private var documents = 0
  private var selected: [Record] = []
  private var upcoming = 0
  private var isAtEnd = false
  /// Whether the last records of a file are being taken, and another one follows.
  private var isBeforeFile = false

  /// - Parameters:
  ///   - listFields: the fields that records have, to look for the only list of a single document.
  ///     Nil if documents are not searched.
  ///   - isEndless: whether the source has no end.
  ///   - replacesBadText: whether bytes that are not UTF-8 are replaced. If not, the record is bad.
  ///   - note: receives sentences about what was decided.
  init(
    _ source: any ByteSource, splitter: any RecordSplitter, selection: RecordSelection,
    listFields: [Field]?, isEndless: Bool = false, replacesBadText: Bool = false,
    note: @escaping (String) -> Void
  ) {
    self.source = source
    self.splitter = splitter
    self.selection = selection
    self.listFields = listFields
    self.isEndless = isEndless
    self.replacesBadText = replacesBadText
    self.note = note
  }

  /// The descriptor that becomes readable when records come; nil if there is none.
  var descriptor: Int32? { source.descriptor }

  /// Returns the next record. Waits for at most `milliseconds`; -1 waits forever.
  func next(milliseconds: Int32 = -1) throws -> Result {
    while true {
      if upcoming < selected.count {
        upcoming += 1
        return .record(selected[upcoming - 1])
      }
      if let document = try splitter.next() {
        try take(document)
      } else if isBeforeFile {
        splitter.startFile()
        isBeforeFile = false
      } else if isAtEnd {
        guard let only = first else {
          if let sentence = (splitter as? TableRecords)?.takeNote() { note(sentence) }
          return .end
        }
        first = nil
        try takeOnly(only)
      } else {
        switch try source.read(milliseconds: milliseconds) {
        case .idle: return .idle
        case .bytes(let piece): splitter.append(piece)
        case .newFile:
          splitter.finish()
          isBeforeFile = true
        case .end:
          splitter.finish()
          isAtEnd = true
        }
      }
    }
  }

  private func take(_ document: Record) throws {
    documents += 1
    upcoming = 0
    selected = []
    guard document.isUTF8 || replacesBadText else {
      selected = [document]
      return
    }
    var document = document
    document.isUTF8 = true
    if documents == 1, !document.isElement, let listFields,
      let path = RecordSelection.onlyList(of: document, fields: listFields)
    {
      guard isEndless else {
        first = document
        return
      }
      note("with --follow, a document is a record; the records in its list are at \"\(path)\" (--at \(path))")
    }
    if let before = first {
      first = nil
      selected = try selection.records(of: before)
    }
    selected += try selection.records(of: document)
  }

  /// Takes the only document, which has exactly one list, for that list.
  private func takeOnly(_ document: Record) throws {
    upcoming = 0
    let path = RecordSelection.onlyList(of: document, fields: listFields ?? []) ?? ""
    var reader = TemplateReader(path.escapingDots)
    selection.path = try reader.path()
    selected = try selection.records(of: document)
    note("taking the \(selected.count.counted("record")) at \"\(path)\" (--at \(path))")
  }
}

extension String {
  /// The path with dots and stars as characters of names.
  fileprivate var escapingDots: String {
    reduce(into: "") { $0 += $1 == "." || $1 == "*" || $1 == "\\" ? "\\\($1)" : String($1) }
  }
}
