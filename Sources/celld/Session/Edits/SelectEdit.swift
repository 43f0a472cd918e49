import CellEngine
import CellProtocol

/// selection.set: selects some cells or all, or deselects them.
struct SelectEdit: ListEdit {
  enum Operation: String, CaseIterable, Sendable {
    case replace, add, remove, toggle
  }

  /// The ids to select; `nil` for all cells.
  let ids: [String]?
  /// The rows of a view. Without ids, only their cells are selected.
  var shown: CellList?
  let operation: Operation
  /// The selection mode of the session.
  let mode: SelectionMode
  /// Whether the cells lose their unread marks, too.
  var isView = false

  func weight(in list: CellList) -> Int {
    // Whole chunks are changed without a look at their cells.
    if let shown { return weight(ofScattered: shown.count, in: list) }
    guard operation != .replace, let ids else {
      return (ids?.count ?? 0) + list.count / (isView && ids == nil ? 1 : 16)
    }
    return weight(ofScattered: ids.count, in: list)
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let before = list
    if let ids {
      let places = try list.places(of: ids, path: "/ids", isUnique: false)
      if operation != .remove { try checkObjects(at: places, ids, in: list) }
      try select(places, in: &list, revision: revision)
      if isView { list.view(places, revision: revision) }
    } else if let shown {
      let places = Self.places(of: shown, in: list)
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
        cell.id, kind: cell.kind.rawValue, path: "/ids/\(ids.firstIndex(of: cell.id) ?? 0)")
    }
  }

  /// The places of the objects among the rows of a view, as far as the list has them.
  private static func places(of rows: CellList, in list: CellList) -> [CellList.Place] {
    var places: [CellList.Place] = []
    rows.forEachChunk(in: 0..<rows.count) { chunk, _, offsets in
      for offset in offsets {
        if let place = list.place(of: chunk.key(offset)), list[place].traits.isObject { places.append(place) }
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
