import CellEngine
import CellProtocol

/// The value of an invoked action.
enum ActionValue: Equatable, Sendable {
  case absent
  case bool(Bool)
  case number(Double)
  case done
  /// Any other value, as JSON.
  case other
}

/// action.invoke: changes the state of a toggle or a download, and removes the unread mark.
struct ActionEdit: ListEdit {
  let id: String
  let action: String
  let value: ActionValue

  func weight(in list: CellList) -> Int { 1 + list.bytes(of: [id]) / 1_024 }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    guard let place = list.place(of: ByteKey(id)) else { throw RPCError.cellNotFound(id, path: "/id") }
    let old = list[place]
    let cell = Cell(old.packed, state: old.state)
    let found = Self.action(action, in: cell.actions)
    var state = old.state
    state.unread = false
    if let found {
      guard cell.enabled else { throw RPCError.cellDisabled(id, action: action) }
      guard found.enabled else { throw RPCError.actionDisabled(action, cell: id) }
      switch found.kind {
      case .toggle: try toggle(&state, cell)
      case .download: try download(&state, cell)
      case .button, .menu: break
      }
    } else {
      let named = Self.names(in: cell)
      guard action == Action.drillDown || named.contains(action) else {
        throw RPCError.actionNotFound(action, cell: id, known: named + [Action.drillDown])
      }
      guard cell.enabled else { throw RPCError.cellDisabled(id, action: action) }
    }
    guard state != old.state else { return EditResult(isChange: false) }
    list.put([(place, old.with(state, revision: revision))])
    return EditResult(isChange: true)
  }

  private func toggle(_ state: inout CellState, _ cell: Cell) throws(RPCError) {
    switch value {
    case .absent: set(&state, cell) { $0.on = !($0.on ?? false) }
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
    let order = Self.ids(in: cell.actions)
    state.actions = order.compactMap { $0 == action ? mine : state[action: $0] }
  }

  /// The action with this id, also inside of menus.
  private static func action(_ id: String, in actions: [Action]) -> Action? {
    for action in actions {
      if action.id == id { return action }
      if let found = Self.action(id, in: action.items) { return found }
    }
    return nil
  }

  private static func ids(in actions: [Action]) -> [String] {
    actions.flatMap { [$0.id] + ids(in: $0.items) }
  }

  /// All actions that the cell names, also those in a swipe, a context menu or the drill-down only.
  private static func names(in cell: Cell) -> [String] {
    ids(in: cell.actions) + (cell.swipe?.leading ?? []) + (cell.swipe?.trailing ?? []) + cell.menu
      + cell.detailActions
  }
}
