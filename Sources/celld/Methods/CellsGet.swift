import CellEngine
import CellProtocol

extension CellsGetMethod: SessionHandler {
  static var kind: RequestKind { .read }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let list = session.list
    let revision = session.revision
    let limit = call.replyLimit
    let ids = call.params.ids
    if ids != nil { try call.params.refuse(["start", "count"], beside: "ids") }
    let start = min(call.params.integer("start") ?? 0, list.count)
    let count = min(call.params.integer("count") ?? list.count, list.count - start)
    let write: @Sendable (inout JSONWriter) -> Void = { writer in
      var cells = CellsWriter(limit: limit)
      if let ids { cells.add(ids, of: list) } else { cells.add(start..<start + count, of: list) }
      cells.write(revision: revision, to: &writer)
    }
    guard (ids?.count ?? count) <= LoopShare.writtenCells,
      ids.map({ list.bytes(of: $0) }) ?? list.bytes(of: start..<start + count) <= LoopShare.bytes
    else {
      return call.finishOnWorker(.heavy, write)
    }
    write(&result)
    return .done
  }
}

/// Collects the cells of a reply up to its limit.
private struct CellsWriter {
  private let limit: Int
  private var cells = JSONWriter()
  private var count = 0
  private var next: Int?
  private var missing = JSONWriter()

  init(limit: Int) {
    self.limit = limit
    cells.beginArray()
    missing.beginArray()
  }

  mutating func add(_ ids: [String], of list: CellList) {
    for (number, id) in ids.enumerated() {
      let isAdded = list[ByteKey(id)].map { add($0) } ?? addMissing(id)
      guard isAdded else {
        next = number
        return
      }
    }
  }

  mutating func add(_ range: Range<Int>, of list: CellList) {
    guard !range.isEmpty else { return }
    var place: CellList.Place? = list.place(at: range.lowerBound)
    for index in range {
      guard let here = place else { return }
      guard add(list[here]) else {
        next = index
        return
      }
      place = list.place(after: here)
    }
  }

  private mutating func add(_ entry: Entry) -> Bool {
    add(to: \.cells) { CellCodec.write(Cell(entry.packed, state: entry.state), to: &$0) }
  }

  private mutating func addMissing(_ id: String) -> Bool {
    add(to: \.missing) { $0.string(id) }
  }

  /// Adds an element, which `write` writes, if it fits the limit. The first element always fits.
  private mutating func add(
    to list: WritableKeyPath<CellsWriter, JSONWriter>, _ write: (inout JSONWriter) -> Void
  ) -> Bool {
    let mark = self[keyPath: list].mark
    write(&self[keyPath: list])
    if cells.bytes.count + missing.bytes.count > limit, count > 0 {
      self[keyPath: list].rewind(to: mark)
      return false
    }
    count += 1
    return true
  }

  mutating func write(revision: UInt64, to writer: inout JSONWriter) {
    cells.endArray()
    writer.beginObject()
    writer.name("revision")
    writer.integer(revision)
    writer.name("cells")
    writer.raw(cells.bytes)
    if let next {
      writer.name("next")
      writer.integer(next)
    }
    if missing.bytes.count > 1 {
      missing.endArray()
      writer.name("missing")
      writer.raw(missing.bytes)
    }
    writer.endObject()
  }
}
