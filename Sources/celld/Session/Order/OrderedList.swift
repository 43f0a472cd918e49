import CellEngine
import CellWire

/// The rows of a view that has an order of its own: the cells that it shows, sorted, and a section
/// before each group. A persistent value, like the list of the session.
///
/// Rows that are kept, heights and windows work on ``rows`` as on the list of the session. A row is
/// found by its key and a binary search, without a second index.
struct OrderedList: Sendable {
  let order: CellOrder
  /// The list of the session at ``revision``, whose order this is.
  var base: CellList
  var revision: UInt64
  /// The cells and sections. It has no index.
  var rows: CellList

  /// The bytes that the order takes for `count` rows, besides those of the cells. Its chunks have
  /// no bytes of keys.
  static func bytes(ofRows count: Int) -> Int { count * (Entry.bytesInChunk - 2) }

  /// The bytes that it takes now. Sections have records of their own.
  var byteCount: Int {
    Self.bytes(ofRows: rows.count) + (order.isGrouped ? rows.summary.unselectable * Self.sectionBytes : 0)
  }

  private static let sectionBytes = 200

  /// Whether a row is found by looking at little memory. The path of a value in the data of a cell
  /// is looked for in all of it.
  var isCheapToSearch: Bool {
    !order.readsData || rows.summary.bytes <= rows.count * LoopShare.bytesPerRow
  }
}

// MARK: Sections

extension OrderedList {
  /// The row of a group: a section whose data is the value of the group.
  static func section(_ value: QueryValue, count: Int, isCollapsed: Bool, revision: UInt64) -> Entry {
    var json = JSONWriter()
    json.value(value)
    var cell = Cell(id: sectionID(json.bytes), title: value.title)
    cell.kind = .section
    cell.count = count
    cell.data = String(decoding: json.bytes, as: UTF8.self)
    // A chevron shows that the cells of the group are hidden.
    if isCollapsed { cell.accessory = .disclosure }
    return PushedCell(cell).entry(revision: revision)
  }

  /// The id of a section: U+0001, which no id of a cell has, and the value.
  private static func sectionID(_ value: [UInt8]) -> String {
    "\u{1}" + String(decoding: value, as: UTF8.self)
  }

  /// The value of the group that a section begins.
  static func value(ofSection entry: Entry) -> QueryValue {
    Cell(entry.packed, state: entry.state).data.flatMap { value(ofJSON: Array($0.utf8)) } ?? .null
  }

  /// The value that a JSON text is; `nil` for any other text.
  private static func value(ofJSON json: [UInt8]) -> QueryValue? {
    (try? JSONDocument(json))?.withRoot { $0.queryValue }
  }
}

extension Entry {
  /// Whether it is a section of a grouped view, and not a cell.
  var isSection: Bool { packed.isSectionOfView }
}

// MARK: Looking up

extension OrderedList {
  /// The place of the row with `key`; `nil` if the view does not show it.
  func place(of key: ByteKey, _ reader: inout OrderReader) -> CellList.Place? {
    guard let entry = base[key] else { return nil }
    guard reader.read(entry.packed, unread: entry.unread, selected: entry.selected) else { return nil }
    return place(of: key, sortedAs: reader.key, &reader)
  }

  /// The place of the row with `key`, whose order key is known.
  func place(of key: ByteKey, sortedAs orderKey: [UInt8], _ reader: inout OrderReader) -> CellList.Place? {
    let position = base.place(of: key).map { base.index(of: $0) } ?? 0
    let index = index(of: orderKey, position, &reader)
    guard index < rows.count else { return nil }
    let place = rows.place(at: index)
    // The cells of collapsed groups have no rows.
    return rows.chunk(at: place).key(place.offset) == key ? place : nil
  }

  /// The place of the section of a group.
  func section(ofGroup groupKey: [UInt8], _ reader: inout OrderReader) -> CellList.Place? {
    let index = index(of: groupKey + [0], 0, &reader)
    guard index < rows.count else { return nil }
    let place = rows.place(at: index)
    let entry = rows[place]
    return entry.isSection && order.key(ofGroup: Self.value(ofSection: entry)) == groupKey ? place : nil
  }

  /// The section of the group that a row is in.
  func section(ofRowAt place: CellList.Place) -> Entry? {
    guard order.isGrouped else { return nil }
    let entry = rows[place]
    if entry.isSection { return entry }
    var reader = OrderReader(order)
    guard reader.read(entry.packed, unread: entry.unread, selected: entry.selected) else { return nil }
    return section(ofGroup: Array(reader.key.prefix(reader.groupLength)), &reader).map { rows[$0] }
  }

  /// The index of the first row that is not before an order key. Rows with equal keys are in the
  /// order of their positions in the session.
  func index(of orderKey: [UInt8], _ position: Int, _ reader: inout OrderReader) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if isRow(at: middle, before: orderKey, position, &reader) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func isRow(
    at index: Int, before orderKey: [UInt8], _ position: Int, _ reader: inout OrderReader
  ) -> Bool {
    let place = rows.place(at: index)
    let (chunk, offset) = (rows.chunk(at: place), place.offset)
    let packed = chunk.packed(offset)
    if packed.isSectionOfView {
      let group = order.key(ofGroup: Self.value(ofSection: chunk.entry(offset)))
      return (group + [0]).lexicographicallyPrecedes(orderKey)
    }
    reader.readKey(
      packed, unread: chunk.unread.contains(offset), selected: chunk.selected.contains(offset))
    let key = reader.key
    guard key == orderKey else { return key.lexicographicallyPrecedes(orderKey) }
    return base.place(of: packed.key).map { base.index(of: $0) < position } ?? true
  }

  /// The cells of `ids`, each once: its position in `ids`, and its place if the view shows it.
  func finds(of ids: [String]) -> [(number: Int, place: CellList.Place?)] {
    var reader = OrderReader(order)
    var finds: [(number: Int, place: CellList.Place?)] = []
    finds.reserveCapacity(ids.count)
    var seen: Set<ByteKey> = []
    for (number, id) in ids.enumerated() {
      let key = ByteKey(id)
      guard seen.insert(key).inserted else { continue }
      finds.append((number, place(of: id, key, &reader)))
    }
    return finds
  }

  private func place(of id: String, _ key: ByteKey, _ reader: inout OrderReader) -> CellList.Place? {
    guard id.utf8.first == 1, order.isGrouped else { return place(of: key, &reader) }
    if let value = Self.value(ofJSON: Array(id.utf8.dropFirst())),
      let place = section(ofGroup: order.key(ofGroup: value), &reader), rows[place].key == key
    {
      return place
    }
    return nil
  }
}
