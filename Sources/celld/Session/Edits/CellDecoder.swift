import CellEngine
import CellWire

/// Reads and packs the cells of a request.
struct CellDecoder: Sendable {
  /// The decoded cells of a request.
  struct Decoded: Sendable {
    /// The cells in their order, which have distinct keys.
    private(set) var batches: [[PushedCell]] = []
    private(set) var count = 0
    /// Bytes that the cells take in memory, as a list counts them.
    private(set) var byteCount = 0
    /// Rejected cells with their positions.
    var rejected: ReplyList

    init(rejected: ReplyList) { self.rejected = rejected }

    mutating func add(_ cells: [PushedCell], byteCount: Int) {
      batches.append(cells)
      count += cells.count
      self.byteCount += byteCount
    }
  }

  /// Whether invalid cells are rejected one by one, instead of the whole request.
  let partial: Bool
  /// The maximum number of bytes of a reply.
  let replyLimit: Int
  /// A list that probably has most of the cells.
  let known: CellList?
  /// The number of cells that a worker reads at a time.
  private static let batch = 512

  /// Some cells of a request, and the errors of invalid ones.
  private struct Batch: Sendable {
    var cells: [PushedCell] = []
    /// Bytes that the cells take.
    var byteCount = 0
    /// The errors with their positions among the cells, valid or not, in order.
    var errors: [(position: Int, error: RPCError)] = []
  }

  /// Reads the array `node` on this thread.
  ///
  /// - Throws: invalidParams with the position of the first invalid cell.
  func decode(_ node: JSONNode) throws(RPCError) -> Decoded {
    try collect([read(Array(node.elements)[...])])
  }

  /// Reads the array `node` on all cores; only for workers.
  func decodeInParallel(_ node: JSONNode) throws(RPCError) -> Decoded {
    let elements = Array(node.elements)
    let batches = (elements.count + Self.batch - 1) / Self.batch
    let slots = ResultSlots<Batch>(count: batches)
    Workers.parallel(count: batches) { number in
      let start = number * Self.batch
      let part = elements[start..<min(start + Self.batch, elements.count)]
      // Records have about the bytes of their JSON. Those of cells that stay need no memory.
      if known == nil { MemoryPolicy.prepare(part.reduce(0) { $0 + $1.raw.count }) }
      slots.set(read(part), at: number)
    }
    return try collect(slots.values())
  }

  private func read(_ nodes: ArraySlice<JSONNode>) -> Batch {
    var batch = Batch()
    batch.cells.reserveCapacity(nodes.count)
    var reader = CellReader(known: known)
    for position in nodes.indices {
      do throws(RPCError) {
        let cell = try reader.read(nodes[position])
        batch.byteCount += cell.byteCount
        batch.cells.append(cell)
      } catch {
        batch.errors.append((position, error.inside("/cells/\(position)")))
      }
    }
    return batch
  }

  private func collect(_ batches: [Batch]) throws(RPCError) -> Decoded {
    var decoded = Decoded(rejected: ReplyList("rejected", limit: replyLimit))
    let count = batches.reduce(0) { $0 + $1.cells.count }
    var keys = Set<ByteKey>(minimumCapacity: count > 1 ? count : 0)
    var position = 0
    for batch in batches {
      let cells = batch.cells
      let repeated = count > 1 ? cells.indices.filter { !keys.insert(cells[$0].key).inserted } : []
      if repeated.isEmpty, batch.errors.isEmpty {
        decoded.add(cells, byteCount: batch.byteCount)
        position += cells.count
      } else {
        try add(batch, repeated, from: &position, to: &decoded)
      }
    }
    decoded.rejected.end()
    return decoded
  }

  /// Adds the cells of a batch, except those at the indices `repeated`, and rejects the others.
  private func add(
    _ batch: Batch, _ repeated: [Int], from position: inout Int, to decoded: inout Decoded
  ) throws(RPCError) {
    var cells: [PushedCell] = []
    var byteCount = batch.byteCount
    var errors = batch.errors[...]
    var repeated = repeated[...]
    for (index, cell) in batch.cells.enumerated() {
      while let first = errors.first, first.position == position {
        try reject(first.error, at: position, &decoded)
        errors.removeFirst()
        position += 1
      }
      if repeated.first == index {
        repeated.removeFirst()
        byteCount -= cell.byteCount
        try reject(.duplicateID(cell.packed.id, path: "/cells/\(position)/id"), at: position, &decoded)
      } else {
        cells.append(cell)
      }
      position += 1
    }
    for (position, error) in errors { try reject(error, at: position, &decoded) }
    position += errors.count
    decoded.add(cells, byteCount: byteCount)
  }

  /// Rejects the cell at `position`. Throws its error unless the other cells are accepted.
  private func reject(_ error: RPCError, at position: Int, _ decoded: inout Decoded) throws(RPCError) {
    guard partial else { throw error }
    decoded.rejected.add { json in
      json.object { json in
        json.name("index")
        json.integer(position)
        json.name("error")
        error.write(to: &json)
      }
    }
  }
}
