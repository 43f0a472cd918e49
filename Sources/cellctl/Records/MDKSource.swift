import CellWire

/// The cells of a page of the Mobile Development Kit, as lines of JSON.
final class MDKSource: ByteSource {
  private let page: any ByteSource
  private let data: () throws -> [UInt8]?
  private let idRule: IDRule?
  private let issues: MDKIssues
  private var read: [UInt8] = []
  private var isAtEnd = false

  /// - Parameters:
  ///   - page: the page, or one of its sections or cells, as JSON.
  ///   - data: returns the entities, as JSON; nil if there are none.
  ///   - note: receives a sentence for each member that cells do not have.
  init(
    page: any ByteSource, data: @escaping () throws -> [UInt8]?, idRule: IDRule?,
    note: @escaping (String) -> Void
  ) {
    (self.page, self.data, self.idRule) = (page, data, idRule)
    issues = MDKIssues(note: note)
  }

  var descriptor: Int32? { page.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    guard !isAtEnd else { return .end }
    switch try page.read(milliseconds: milliseconds) {
    // A page is not followed.
    case .idle, .newFile: return .idle
    case .bytes(let bytes):
      read += bytes
      guard read.count <= InputLimits.document else {
        throw InputLimits.tooLong(RecordPosition(noun: "the page"), limit: InputLimits.document)
      }
      return .bytes([])
    case .end:
      isAtEnd = true
      let page = MDKPage(
        root: try Self.json(read, "the page"),
        data: try data().map { MDKData(try Self.json($0, "the data")) }, idRule: idRule, issues: issues)
      return .bytes(ArraySlice(try page.cells().flatMap { Array($0.text.utf8) + [UInt8(ascii: "\n")] }))
    }
  }

  private static func json(_ bytes: [UInt8], _ name: String) throws -> JSON {
    do {
      return try JSON(parsing: bytes, depth: InputLimits.depth)
    } catch {
      var failure = BrokenJSON(error, in: Record(bytes: bytes, position: RecordPosition(line: 1))).failure
      failure.message = "\(name): \(failure.message)"
      throw failure
    }
  }
}
