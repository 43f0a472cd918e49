import CellEngine
import CellWire

/// Finds the places of many keys. Keys in the order of the list, as in most requests, are found
/// without the index.
struct PlaceFinder {
  private let list: CellList
  private var expected: CellList.Place?

  /// A finder in `list`.
  init(_ list: CellList) {
    self.list = list
    expected = list.count > 0 ? list.place(at: 0) : nil
  }

  /// The place of the cell with `key`, or `nil`.
  mutating func place(of key: ByteKey) -> CellList.Place? {
    if let expected, list.chunk(at: expected).key(expected.offset) == key {
      self.expected = list.place(after: expected)
      return expected
    }
    guard let place = list.place(of: key) else { return nil }
    expected = list.place(after: place)
    return place
  }

  /// Looks for the next cell at `place` first.
  mutating func expect(_ place: CellList.Place) { expected = place }

  /// The indices of the cells of the list that follow here, and that `chunk` has unchanged from
  /// `offset` on; `nil` for none.
  mutating func unchangedCells(of chunk: Chunk, from offset: Int) -> Range<Int>? {
    guard let place = expected else { return nil }
    let count = chunk.commonCount(from: offset, list.chunk(at: place), from: place.offset)
    guard count > 0 else { return nil }
    var last = place
    last.offset += count - 1
    expected = list.place(after: last)
    let start = list.index(of: place)
    return start..<start + count
  }

  /// The content of the cell with `key`, or `nil`.
  mutating func content(of key: ByteKey) -> CellRecord? {
    place(of: key).map { list.chunk(at: $0).packed($0.offset) }
  }

  /// The cells of `ids`, each once: its position in `ids`, and its place if it exists.
  static func finds(of ids: [String], in list: CellList) -> [(number: Int, place: CellList.Place?)] {
    var finds: [(number: Int, place: CellList.Place?)] = []
    finds.reserveCapacity(ids.count)
    var seen: Set<ByteKey> = []
    var finder = PlaceFinder(list)
    for (number, id) in ids.enumerated() {
      let key = ByteKey(id)
      if seen.insert(key).inserted { finds.append((number, finder.place(of: key))) }
    }
    return finds
  }

  /// The places of cells that must exist.
  ///
  /// - Parameter path: the path of an id in the parameters, by its position.
  /// - Throws: cellNotFound for an unknown id; invalidParams for a repeated id if `isUnique`.
  static func places(
    of ids: [String], in list: CellList, isUnique: Bool, path: (Int) -> String = { "/ids/\($0)" }
  ) throws(RPCError) -> [CellList.Place] {
    var places: [CellList.Place] = []
    places.reserveCapacity(ids.count)
    var seen: Set<ByteKey> = []
    var finder = PlaceFinder(list)
    for (number, id) in ids.enumerated() {
      let key = ByteKey(id)
      guard seen.insert(key).inserted else {
        if isUnique { throw RPCError.duplicateID(id, path: path(number)) }
        continue
      }
      guard let place = finder.place(of: key) else { throw RPCError.cellNotFound(id, path: path(number)) }
      places.append(place)
    }
    return places
  }
}
