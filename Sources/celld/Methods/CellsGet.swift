import CellEngine
import CellProtocol
import CellWire

extension CellsGetMethod: SessionHandler {
  static var kind: RequestKind { .read }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let list = session.list
    let revision = session.revision
    let ids = call.params.ids
    if ids != nil { try call.params.refuse(["start", "count"], beside: "ids") }
    let start = min(call.params.integer("start") ?? 0, list.count)
    let count = min(call.params.integer("count") ?? list.count, list.count - start)
    let number = ids?.count ?? count
    var cells = CellsWriter(of: list, ids, start..<start + number, limit: call.replyLimit)
    guard number <= LoopShare.writtenCells,
      ids.map({ list.bytes(of: $0) }) ?? list.bytes(of: start..<start + count) <= LoopShare.bytes
    else {
      let bytes = min(call.replyLimit, number * list.summary.bytes / max(1, list.count))
      var claim = call.readClaim().forJSON(bytes: bytes)
      claim.lane = .heavy
      call.context.workers.submit(claim, from: cells) { (cells, clock) in
        cells.add(until: clock) ? cells.reply(revision: revision) : nil
      } then: {
        call.finish($0.map { .success($0) } ?? .failure(.clientLeft))
      }
      return .deferred
    }
    _ = cells.add(until: .endless)
    result.raw(cells.reply(revision: revision))
    return .done
  }
}

/// Collects the cells of a reply up to its limit, in steps.
private struct CellsWriter: Sendable {
  private let list: CellList
  /// The cells by their ids; `nil` for those of a range.
  private let ids: [String]?
  /// The ids, or the indices in the list, that were not looked at yet.
  private var rest: Range<Int>
  private let limit: Int
  private var cells = JSONWriter()
  private var count = 0
  private var next: Int?
  private var missing = JSONWriter()

  /// - Parameter range: the positions in `ids`, or in the list without ids.
  init(of list: CellList, _ ids: [String]?, _ range: Range<Int>, limit: Int) {
    self.list = list
    self.ids = ids
    rest = ids == nil ? range : 0..<range.count
    self.limit = limit
    cells.beginArray()
    missing.beginArray()
  }

  /// Adds cells. Returns whether they are all, or as many as the limit admits.
  mutating func add(until clock: StepClock) -> Bool {
    var place = ids == nil && !rest.isEmpty ? list.place(at: rest.lowerBound) : nil
    while let number = rest.first {
      let id = ids?[number]
      if let id { place = list.place(of: ByteKey(id)) }
      guard place.map({ add(list[$0], unless: clock.interruption) }) ?? addMissing(id ?? "") else {
        next = number
        return true
      }
      rest.removeFirst()
      if id == nil { place = place.flatMap { list.place(after: $0) } }
      if clock.isOver { break }
    }
    return rest.isEmpty
  }

  private mutating func add(_ entry: Entry, unless interruption: Interruption) -> Bool {
    add(to: \.cells) { CellCodec.write(entry.packed, entry.state, to: &$0) }
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

  mutating func reply(revision: UInt64) -> [UInt8] {
    cells.endArray()
    var writer = JSONWriter(capacity: cells.bytes.count + missing.bytes.count + 64)
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
    return writer.bytes
  }
}
