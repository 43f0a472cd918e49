import CellEngine

/// A cell that a client sent, checked and packed, with what the client said of its interaction state.
struct PushedCell: Sendable {
  let key: ByteKey
  let packed: PackedCell
  let traits: CellTraits
  private let unread: Bool
  /// `nil` where the client left the selection out.
  let selected: Bool?
  /// The actions that can have a state, in order; what the client left out is `nil`.
  private let actions: [CellState.ActionState]

  /// Packs `cell`.
  init(_ cell: Cell) {
    key = ByteKey(cell.id)
    packed = PackedCell(cell)
    traits = CellTraits(of: cell)
    unread = cell.unread
    selected = cell.selected
    actions = cell.actions.isEmpty ? [] : Self.stateful(cell.actions)
  }

  /// The entry for a cell that the list does not have.
  func entry(revision: UInt64) -> Entry {
    Entry(key: key, packed: packed, traits: traits, state: ownState, revision: revision)
  }

  /// The entry that takes the place of `old`: what was left out of the state survives. `nil` where nothing
  /// changes.
  func entry(over old: Entry, revision: UInt64) -> Entry? {
    let merged = actions.map { action in
      let previous = old.state[action: action.id]
      return CellState.ActionState(
        id: action.id, on: action.on ?? previous?.on, progress: action.progress ?? previous?.progress)
    }
    let state = CellState(
      unread: unread, selected: selected ?? old.selected, actions: merged.filter(Self.hasState))
    return entry(state, over: old, revision: revision)
  }

  /// The entry for the cell that `old` became by a patch: it had all of the state, so what it has none of was
  /// taken away. `nil` where nothing changes.
  func entry(patching old: Entry, revision: UInt64) -> Entry? {
    entry(ownState, over: old, revision: revision)
  }

  private var ownState: CellState {
    CellState(unread: unread, selected: selected ?? false, actions: actions.filter(Self.hasState))
  }

  private func entry(_ state: CellState, over old: Entry, revision: UInt64) -> Entry? {
    let sameContent = packed == old.packed
    if sameContent && state == old.state { return nil }
    return Entry(
      key: key, packed: sameContent ? old.packed : packed, traits: traits, state: state, revision: revision)
  }

  private static func hasState(_ action: CellState.ActionState) -> Bool {
    action.on != nil || action.progress != nil
  }

  private static func stateful(_ actions: [Action]) -> [CellState.ActionState] {
    var found: [CellState.ActionState] = []
    for action in actions {
      switch action.kind {
      case .toggle: found.append(CellState.ActionState(id: action.id, on: action.on))
      case .download: found.append(CellState.ActionState(id: action.id, progress: action.progress))
      case .button, .menu: break
      }
      found += stateful(action.items)
    }
    return found
  }
}
