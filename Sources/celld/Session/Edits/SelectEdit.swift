import CellEngine
import CellWire

/// selection.set: selects some cells or all, or deselects them.
struct SelectEdit: ListEdit {
  enum Operation: String, CaseIterable, Sendable {
    case replace, add, remove, toggle
  }

  /// The ids to select; `nil` for all cells.
  let ids: [String]?
  /// The order of a view. Without ids, only the cells that it shows are selected.
  var order: CellOrder?
  let operation: Operation
  /// The selection mode of the session.
  let mode: SelectionMode
  /// Whether the cells lose their unread marks, too.
  var isView = false

  func weight(in list: CellList) -> Int {
    // Whole chunks are changed without a look at their cells.
    if order != nil { return weight(ofScattered: list.count, in: list) }
    guard operation != .replace, let ids else {
      return (ids?.count ?? 0) + list.count / (isView && ids == nil ? 1 : 16)
    }
    return weight(ofScattered: ids.count, in: list)
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let before = list
    if let ids {
      let places = try PlaceFinder.places(of: ids, in: list, isUnique: false)
      if operation != .remove { try checkObjects(at: places, ids, in: list) }
      try select(places, in: &list, revision: revision)
      if isView { list.view(places, revision: revision) }
    } else if let order {
      let places = Self.places(shownIn: order, of: list)
      try select(places, in: &list, revision: revision)
      if isView { list.view(places, revision: revision) }
    } else {
      selectAll(in: &list, revision: revision)
      if isView { list.view(list.unreadPlaces, revision: revision) }
    }
    let selected = list.summary.selected
    if selected > before.summary.selected || operation != .remove, selected > limit {
      throw RPCError.selectionTooLarge(mode, asked: selected)
    }
    return EditResult(isChange: isChange(from: before, to: list), counts: [.init("selected", selected)])
  }

  /// Throws if one of the cells is not an object.
  private func checkObjects(
    at places: [CellList.Place], _ ids: [String], in list: CellList
  ) throws(RPCError) {
    guard list.summary.unselectable > 0 else { return }
    for place in places where !list[place].traits.isObject {
      let cell = Cell(list[place].packed, state: list[place].state)
      throw RPCError.notSelectable(
        cell.id, kind: cell.kind.rawValue, path: "/ids/\(ids.firstIndex(where: cell.id.hasBytes) ?? 0)")
    }
  }

  /// The places of the objects that an order shows.
  private static func places(shownIn order: CellOrder, of list: CellList) -> [CellList.Place] {
    var places: [CellList.Place] = []
    var reader = OrderReader(order)
    for (group, chunks) in list.groups.enumerated() {
      for (number, chunk) in chunks.chunks.enumerated() {
        for (offset, entry) in chunk.entries.enumerated() where entry.traits.isObject {
          guard reader.read(entry.packed, unread: entry.unread, selected: entry.selected),
            !order.isGrouped || !order.collapsed.contains(reader.group)
          else { continue }
          places.append(CellList.Place(group: group, chunk: number, offset: offset))
        }
      }
    }
    return places
  }

  private var limit: Int {
    switch mode {
    case .none: 0
    case .single: 1
    case .multiple: .max
    }
  }

  private func select(
    _ places: [CellList.Place], in list: inout CellList, revision: UInt64
  ) throws(RPCError) {
    if operation == .replace { return list.selectOnly(places, revision: revision) }
    var changes: [(place: CellList.Place, entry: Entry)] = []
    for place in places {
      let entry = list[place]
      let wanted = operation == .toggle ? !entry.selected : operation == .add
      if entry.selected != wanted { changes.append((place, entry.selected(wanted, revision: revision))) }
    }
    if !changes.isEmpty { list.put(changes) }
  }

  private func selectAll(in list: inout CellList, revision: UInt64) {
    switch operation {
    case .replace, .add: list.selectAll(true, revision: revision)
    case .remove: list.selectAll(false, revision: revision)
    case .toggle: list.toggleSelection(revision: revision)
    }
  }

  /// An edit of the selection replaces the groups that it changes, and no others.
  private func isChange(from before: CellList, to list: CellList) -> Bool {
    !before.groups.elementsEqual(list.groups) { $0 === $1 }
  }
}
