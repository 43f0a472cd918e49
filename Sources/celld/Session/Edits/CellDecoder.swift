import CellEngine
import CellProtocol

/// Reads and packs the cells of a request.
struct CellDecoder: Sendable {
  /// The decoded cells of a request.
  struct Decoded: Sendable {
    /// The cells, which have distinct keys.
    var cells: [PushedCell] = []
    /// Bytes that the cells take in memory, as a list counts them.
    var byteCount = 0
    /// Rejected cells with their positions.
    var rejected: ReplyList
  }

  /// Whether invalid cells are rejected one by one, instead of the whole request.
  let partial: Bool
  /// The maximum number of bytes of a reply.
  let replyLimit: Int
  /// The number of cells that a worker reads at a time.
  private static let batch = 512

  /// Some cells of a request, and the errors of invalid ones.
  private struct Batch: Sendable {
    var cells: [PushedCell] = []
    /// The errors with their positions among the cells, valid or not, in order.
    var errors: [(position: Int, error: RPCError)] = []
  }

  /// Reads the array `node` on this thread.
  ///
  /// - Throws: invalidParams with the position of the first invalid cell.
  func decode(_ node: JSONNode) throws(RPCError) -> Decoded {
    try collect([Self.read(Array(node.elements)[...])])
  }

  /// Reads the array `node` on all cores; only for workers.
  func decodeInParallel(_ node: JSONNode) throws(RPCError) -> Decoded {
    let elements = Array(node.elements)
    let batches = (elements.count + Self.batch - 1) / Self.batch
    let slots = ResultSlots<Batch>(count: batches)
    Workers.parallel(count: batches) { number in
      let start = number * Self.batch
      slots.set(Self.read(elements[start..<min(start + Self.batch, elements.count)]), at: number)
    }
    return try collect(slots.values())
  }

  private static func read(_ nodes: ArraySlice<JSONNode>) -> Batch {
    var batch = Batch()
    batch.cells.reserveCapacity(nodes.count)
    var reader = CellReader()
    for position in nodes.indices {
      do throws(RPCError) {
        batch.cells.append(try reader.read(nodes[position]))
      } catch {
        batch.errors.append((position, error.inside("/cells/\(position)")))
      }
    }
    return batch
  }

  private func collect(_ batches: [Batch]) throws(RPCError) -> Decoded {
    var decoded = Decoded(rejected: ReplyList("rejected", limit: replyLimit))
    let count = batches.reduce(0) { $0 + $1.cells.count }
    decoded.cells.reserveCapacity(count)
    var keys = Set<ByteKey>(minimumCapacity: count)
    var position = 0
    for batch in batches {
      var errors = batch.errors[...]
      for index in batch.cells.indices {
        while let first = errors.first, first.position == position {
          try reject(first.error, at: position, &decoded)
          errors.removeFirst()
          position += 1
        }
        if keys.insert(batch.cells[index].key).inserted {
          decoded.byteCount += batch.cells[index].byteCount
          decoded.cells.append(batch.cells[index])
        } else {
          let id = batch.cells[index].packed.id
          try reject(.duplicateID(id, path: "/cells/\(position)/id"), at: position, &decoded)
        }
        position += 1
      }
      for (position, error) in errors { try reject(error, at: position, &decoded) }
      position += errors.count
    }
    decoded.rejected.end()
    return decoded
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
