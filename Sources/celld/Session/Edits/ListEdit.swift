import CellEngine
import CellWire

/// A change of a list, decoded and complete, so that it can be made on any thread.
protocol ListEdit: Sendable {
  /// The cost of the edit, in cells of `list` to look at. Each takes about a microsecond. It
  /// decides on which thread the edit is made.
  func weight(in list: CellList) -> Int

  /// Makes the change, with the revision `revision`. After an error, or if ``EditResult/isChange``
  /// is false, the caller drops the list.
  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult
}

extension ListEdit {
  /// The weight of cells anywhere in `list`. Each may be in its own chunk, which is then copied.
  func weight(ofScattered cells: Int, in list: CellList) -> Int {
    cells + 8 * min(cells, list.count / Chunk.capacity)
  }
}

extension CellList {
  /// The bytes of the cells with these ids. Stops counting far above the share of the loop.
  func bytes(of ids: some Sequence<String>) -> Int {
    ids.prefix(LoopShare.cells).reduce(0) { $0 + (self[ByteKey($1)]?.packed.byteCount ?? 0) }
  }

  /// Bytes of the cells of a range.
  func bytes(of range: Range<Int>) -> Int {
    var bytes = 0
    forEachChunk(in: range) { chunk, _, offsets in
      for offset in offsets { bytes += chunk.byteCount(offset) }
    }
    return bytes
  }
}

/// The result of an edit.
struct EditResult: Sendable {
  /// Whether the list changed.
  var isChange: Bool
  /// The counts of the reply, in order.
  var counts: [Count] = []
  /// Ids that the list does not have.
  var missing: ReplyList?
  /// The ids of the cells whose action was invoked.
  var ids: [String] = []

  /// A named count of a reply.
  struct Count: Sendable {
    let name: StaticString
    let value: Int

    init(_ name: StaticString, _ value: Int) {
      self.name = name
      self.value = value
    }
  }
}

extension SelectionMode {
  /// Throws if the mode is single and an edit of the content leaves several cells selected, more
  /// than before. The mode none does not limit the cells that a program pushes as selected.
  ///
  /// - Parameter before: the number of cells that were selected before.
  func check(_ list: CellList, selectedBefore before: Int, path: String?) throws(RPCError) {
    let selected = list.summary.selected
    guard self == .single, selected > 1, selected > before else { return }
    throw .selectionTooLarge(self, asked: selected, path: path)
  }
}
