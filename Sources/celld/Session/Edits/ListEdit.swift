import CellEngine
import CellProtocol

/// A change of a list that a client asked for: decoded and complete, so that it can be made on any thread.
protocol ListEdit: Sendable {
  /// How many cells must be looked at in `list`, or what else there is to do in such units (about a microsecond).
  /// Decides where the edit is made.
  func weight(in list: CellList) -> Int

  /// Makes the change, which is the one of `revision`. On an error, and where ``EditResult/isChange`` is
  /// false, the caller drops the list.
  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult
}

extension ListEdit {
  /// The weight of `cells` that may stand anywhere in `list`: each may be in a chunk of its own, which is then made
  /// anew as a whole.
  func weight(ofScattered cells: Int, in list: CellList) -> Int {
    cells + 8 * min(cells, list.count / Chunk.capacity)
  }
}

extension CellList {
  /// Bytes of the cells of these ids, as far as they exist. What is many times the loop's share is not counted.
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

/// What an edit did.
struct EditResult: Sendable {
  /// Whether the list is another one now.
  var isChange: Bool
  /// The counts of the reply, in order.
  var counts: [Count] = []
  /// Ids that the list does not have.
  var missing: ReplyList?

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
  /// Throws where an edit of the content leaves more cells selected than a list of this mode admits, and more than
  /// there were. A list without a selection shows what its program marks as selected.
  func check(_ list: CellList, after old: CellList, path: String?) throws(RPCError) {
    let selected = list.summary.selected
    guard self == .single, selected > 1, selected > old.summary.selected else { return }
    throw .selectionTooLarge(self, asked: selected, path: path)
  }
}

extension CellList {
  /// The places of cells that must exist.
  ///
  /// - Parameter path: where in the parameters the ids stand.
  /// - Throws: cellNotFound for an unknown id, invalidParams for one that stands twice where `isUnique`.
  func places(of ids: [String], path: StaticString, isUnique: Bool) throws(RPCError) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(ids.count)
    var seen: Set<ByteKey> = []
    var finder = PlaceFinder(self)
    for (number, id) in ids.enumerated() {
      let key = ByteKey(id)
      guard seen.insert(key).inserted else {
        if isUnique { throw RPCError.duplicateID(id, path: "\(path)/\(number)") }
        continue
      }
      guard let place = finder.place(of: key) else {
        throw RPCError.cellNotFound(id, path: "\(path)/\(number)")
      }
      places.append(place)
    }
    return places
  }

  /// The cells of `ids`, each once: where in `ids` it is named, and its place if it exists.
  func finds(of ids: [String]) -> [(number: Int, place: Place?)] {
    var finds: [(number: Int, place: Place?)] = []
    finds.reserveCapacity(ids.count)
    var seen: Set<ByteKey> = []
    var finder = PlaceFinder(self)
    for (number, id) in ids.enumerated() {
      let key = ByteKey(id)
      if seen.insert(key).inserted { finds.append((number, finder.place(of: key))) }
    }
    return finds
  }
}
