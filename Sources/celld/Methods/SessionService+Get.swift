import CellEngine
import CellProtocol

extension SessionService {
  /// Cells that are written on the loop at a time; more go to a worker.
  private static let fewCells = 64

  func get(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let list = session.list
    let revision = session.revision
    let limit = limits.reply
    let ids = params.ids("ids")
    if ids != nil {
      for name: StaticString in ["start", "count"] where params[name] != nil {
        throw .invalidParams("\(name) cannot stand beside ids; say one of them.", path: "/\(name)")
      }
    }
    let start = min(params.integer("start") ?? 0, list.count)
    let count = min(params.integer("count") ?? list.count, list.count - start)
    let write: @Sendable (inout JSONWriter) -> Void = { writer in
      var cells = CellsWriter(limit: limit)
      if let ids { cells.add(ids, of: list) } else { cells.add(start..<start + count, of: list) }
      cells.write(revision: revision, to: &writer)
    }
    guard (ids?.count ?? count) > Self.fewCells else {
      write(&result)
      return .done
    }
    workers.submit {
      var writer = JSONWriter()
      write(&writer)
      return writer.bytes
    } then: { [self] bytes in
      server.finish(call, .success(bytes))
    }
    return .deferred
  }
}

/// Collects the cells of a reply up to its limit.
private struct CellsWriter {
  private let limit: Int
  private var cells = JSONWriter()
  private var count = 0
  private var next: Int?
  private var missing: [String] = []

  init(limit: Int) {
    self.limit = limit
    cells.beginArray()
  }

  mutating func add(_ ids: [String], of list: CellList) {
    for (number, id) in ids.enumerated() {
      guard let entry = list[ByteKey(id)] else {
        missing.append(id)
        continue
      }
      guard add(entry) else {
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
    let mark = cells.mark
    CellCodec.write(Cell(entry.packed, state: entry.state), to: &cells)
    if cells.bytes.count > limit, count > 0 {
      cells.rewind(to: mark)
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
    if !missing.isEmpty {
      writer.name("missing")
      writer.array { writer in for id in missing { writer.string(id) } }
    }
    writer.endObject()
  }
}
