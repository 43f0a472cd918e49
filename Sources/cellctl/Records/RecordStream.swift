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
  private let pipeline: RecordPipeline
  private var selection: RecordSelection
  /// Fields that records have, if a document can be a list of them.
  private let listFields: [Field]?

  /// The first document while it can be the only one, and the path of its list.
  private var first: (document: Record, list: FieldPath)?
  private var documents = 0
  private var selected: [Record] = []
  private var upcoming = 0
  private var isAtEnd = false
  /// Whether the last records of a file are being taken, and another one follows.
  private(set) var isBeforeFile = false
  /// The number of bytes of the source that were read.
  private(set) var bytesRead = 0

  init(_ source: any ByteSource, _ splitter: any RecordSplitter, _ pipeline: RecordPipeline) {
    (self.source, self.splitter, self.pipeline) = (source, splitter, pipeline)
    (selection, listFields) = (pipeline.recordSelection, pipeline.listFields)
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
          if let sentence = (splitter as? TableRecords)?.takeNote() { pipeline.note(sentence) }
          return .end
        }
        first = nil
        try take(only.document, listAt: only.list)
      } else {
        switch try source.read(milliseconds: milliseconds) {
        case .idle: return .idle
        case .bytes(let piece):
          bytesRead += piece.count
          splitter.append(piece)
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
    guard document.isUTF8 || pipeline.replacesBadText else {
      selected = [document]
      return
    }
    var document = document
    document.isUTF8 = true
    if documents == 1, !document.isElement, let listFields,
      let path = RecordSelection.onlyList(of: document, fields: listFields)
    {
      guard pipeline.isEndless else {
        first = (document, path)
        return
      }
      pipeline.note(
        "with --follow, a document is a record; the records in its list are at \"\(path)\" (--at \(path.escaped))"
      )
    }
    if let before = first {
      first = nil
      selected = try selection.records(of: before.document)
    }
    selected += try selection.records(of: document)
  }

  /// Takes the only document, which has exactly one list, for that list.
  private func take(_ document: Record, listAt path: FieldPath) throws {
    upcoming = 0
    selection.path = path
    selected = try selection.records(of: document)
    pipeline.note("taking the \(selected.count.counted("record")) at \"\(path)\" (--at \(path.escaped))")
  }
}
