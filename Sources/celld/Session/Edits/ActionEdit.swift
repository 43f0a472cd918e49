import CellEngine
import CellWire

/// The value of an invoked action.
enum ActionValue: Equatable, Sendable {
  case absent
  case bool(Bool)
  case number(Double)
  case done
  /// Any other value, as JSON.
  case other
}

/// action.invoke: changes the states of toggles and downloads, and removes unread marks.
///
/// It is made for all cells, or for none of them.
struct ActionEdit: ListEdit {
  /// The cells of the action.
  enum Target: Sendable {
    case cell(String)
    case cells([String])
    case selection
  }

  let target: Target
  let action: String
  let value: ActionValue
  /// The actions that the session offers for its selection, with the items of menus.
  var selectionActions: [Action] = []
  /// Whether cells have the known action `open`.
  var drillsDown = true

  func weight(in list: CellList) -> Int {
    switch target {
    case .cell(let id): 1 + list.bytes(of: [id]) / 1_024
    // Each cell is unpacked.
    case .cells(let ids): weight(ofScattered: ids.count, in: list) + 8 * ids.count
    case .selection: weight(ofScattered: list.summary.selected, in: list) + 8 * list.summary.selected
    }
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let places = try places(in: list)
    var result = EditResult(isChange: false)
    // Without a value, all toggles are on, or off if all were. Cells are unpacked one by one, since
    // all of them together can take a multiple of the list.
    var turnsOn = false
    for (number, place) in places.enumerated() {
      let invoked = invoked(list[place])
      try check(invoked, number: number)
      if invoked.own?.kind == .toggle, invoked.own?.on != true { turnsOn = true }
      result.ids.append(invoked.cell.id)
    }
    var changes: [(place: CellList.Place, entry: Entry)] = []
    for place in places {
      let invoked = invoked(list[place])
      let state = try state(of: invoked, turnsOn: turnsOn)
      if state != invoked.state { changes.append((place, list[place].with(state, revision: revision))) }
    }
    if !changes.isEmpty { list.put(changes) }
    result.isChange = !changes.isEmpty
    return result
  }

  private func invoked(_ entry: Entry) -> InvokedCell {
    let cell = Cell(entry.packed, state: entry.state)
    return InvokedCell(cell: cell, own: cell.action(action), state: entry.state)
  }

  /// A cell whose action is invoked.
  private struct InvokedCell {
    let cell: Cell
    /// The cell's own action.
    let own: Action?
    let state: CellState
  }

  private func places(in list: CellList) throws(RPCError) -> [CellList.Place] {
    switch target {
    case .cell(let id):
      guard let place = list.place(of: ByteKey(id)) else { throw RPCError.cellNotFound(id, path: "/id") }
      return [place]
    case .cells(let ids):
      guard !ids.isEmpty else { throw RPCError.noCells(path: "/ids") }
      return try PlaceFinder.places(of: ids, in: list, isUnique: false)
    case .selection:
      let places = list.selectedPlaces
      guard !places.isEmpty else { throw RPCError.noCells(path: "/selected") }
      return places
    }
  }

  /// Throws unless the action of a cell can be invoked.
  private func check(_ invoked: InvokedCell, number: Int) throws(RPCError) {
    let cell = invoked.cell
    let offered = cell.kind.isObject ? selectionActions.first { $0.id.hasBytes(of: action) } : nil
    let known = cell.knownActions.first { $0.rawValue == action }
    let isNamed = (cell.offers.map(\.id) + cell.detailActions).contains { $0.hasBytes(of: action) }
    guard invoked.own != nil || offered != nil || known != nil || isNamed else {
      throw RPCError.actionNotFound(action, cell: cell.id, known: names(in: cell))
    }
    guard cell.enabled else { throw RPCError.cellDisabled(cell.id, action: action, path: path(of: number)) }
    if let own = invoked.own {
      guard own.enabled else { throw RPCError.actionDisabled(action, cell: cell.id) }
    } else if let offered {
      guard offered.enabled else { throw RPCError.selectionActionDisabled(action) }
    } else if known == .open, !drillsDown {
      throw RPCError.drillDownDisabled(cell: cell.id)
    }
  }

  private func path(of number: Int) -> String {
    switch target {
    case .cell: "/id"
    case .cells: "/ids/\(number)"
    case .selection: "/selected"
    }
  }

  private func names(in cell: Cell) -> [String] {
    cell.everyAction.map(\.id) + cell.offers.map(\.id) + cell.detailActions
      + cell.knownActions.map(\.rawValue) + selectionActions.map(\.id)
  }

  private func state(of invoked: InvokedCell, turnsOn: Bool) throws(RPCError) -> CellState {
    var state = invoked.state
    guard let own = invoked.own else {
      // A menu or a preview does not show the object itself.
      let isOffered = selectionActions.contains { $0.id.hasBytes(of: action) }
      let known = isOffered ? nil : KnownAction(rawValue: action)
      if known.map(\.isView) ?? true { state.unread = false }
      return state
    }
    state.unread = false
    switch own.kind {
    case .toggle: try toggle(&state, invoked.cell, turnsOn: turnsOn)
    case .download: try download(&state, invoked.cell)
    case .button, .menu: break
    }
    return state
  }

  private func toggle(_ state: inout CellState, _ cell: Cell, turnsOn: Bool) throws(RPCError) {
    switch value {
    case .absent: set(&state, cell) { $0.on = turnsOn }
    case .bool(let on): set(&state, cell) { $0.on = on }
    case .number, .done, .other: throw RPCError.wrongActionValue(action, takes: "true, false, or no value")
    }
  }

  private func download(_ state: inout CellState, _ cell: Cell) throws(RPCError) {
    switch value {
    case .absent: set(&state, cell) { $0.progress = 0 }
    case .number(let progress) where (0...1).contains(progress): set(&state, cell) { $0.progress = progress }
    case .done: set(&state, cell) { $0.progress = 1 }
    case .bool, .number, .other:
      throw RPCError.wrongActionValue(action, takes: "a number from 0 to 1, \"done\", or no value")
    }
  }

  /// The states in the order of the cell's actions, so that equal states are equal values.
  private func set(_ state: inout CellState, _ cell: Cell, _ change: (inout CellState.ActionState) -> Void) {
    var mine = state[action: action] ?? CellState.ActionState(id: action)
    change(&mine)
    let others = state.finder
    state.actions = cell.everyAction.compactMap { $0.id.hasBytes(of: action) ? mine : others($0.id) }
  }
}
