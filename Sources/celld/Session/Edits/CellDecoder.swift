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

  /// Reads the array `node` on this thread.
  ///
  /// - Throws: invalidParams with the position of the first invalid cell.
  func decode(_ node: JSONNode) throws(RPCError) -> Decoded {
    var results: [Result<PushedCell, RPCError>] = []
    var reader = CellReader()
    for (index, element) in node.elements.enumerated() {
      results.append(Self.decode(element, index, &reader))
    }
    return try collect([results])
  }

  /// Reads the array `node` on all cores; only for workers.
  func decodeInParallel(_ node: JSONNode) throws(RPCError) -> Decoded {
    let elements = Array(node.elements)
    let batches = (elements.count + Self.batch - 1) / Self.batch
    let slots = ResultSlots<[Result<PushedCell, RPCError>]>(count: batches)
    Workers.parallel(count: batches) { number in
      let start = number * Self.batch
      let range = start..<min(start + Self.batch, elements.count)
      var reader = CellReader()
      slots.set(range.map { Self.decode(elements[$0], $0, &reader) }, at: number)
    }
    return try collect(slots.values())
  }

  private static func decode(
    _ node: JSONNode, _ index: Int, _ reader: inout CellReader
  ) -> Result<PushedCell, RPCError> {
    do throws(RPCError) {
      return .success(try reader.read(node))
    } catch {
      return .failure(error.inside("/cells/\(index)"))
    }
  }

  private func collect(_ batches: [[Result<PushedCell, RPCError>]]) throws(RPCError) -> Decoded {
    var decoded = Decoded(rejected: ReplyList("rejected", limit: replyLimit))
    var keys: Set<ByteKey> = []
    var index = 0
    for batch in batches {
      for result in batch {
        do throws(RPCError) {
          let cell = try result.get()
          guard keys.insert(cell.key).inserted else {
            throw .duplicateID(cell.packed.id, path: "/cells/\(index)/id")
          }
          decoded.cells.append(cell)
          decoded.byteCount += cell.byteCount
        } catch {
          guard partial else { throw error }
          decoded.rejected.add { json in
            json.object { json in
              json.name("index")
              json.integer(index)
              json.name("error")
              error.write(to: &json)
            }
          }
        }
        index += 1
      }
    }
    decoded.rejected.end()
    return decoded
  }
}
