/// The interaction state of a cell: what users change without changing the object.
///
/// It is not part of the packed cell, so that a push without a state leaves the state unchanged.
public struct CellState: Equatable, Sendable {
  /// The state of one action: a toggle's `on`, a download's `progress`.
  public struct ActionState: Equatable, Sendable {
    public var id: String
    public var on: Bool?
    /// 0…1; 1 is done.
    public var progress: Double?

    /// The state of the action `id`.
    public init(id: String, on: Bool? = nil, progress: Double? = nil) {
      self.id = id
      self.on = on
      self.progress = progress
    }
  }

  public var unread: Bool
  public var selected: Bool
  /// Only the actions that have a state; empty for most cells.
  public var actions: [ActionState]

  /// A state by its members.
  public init(unread: Bool = false, selected: Bool = false, actions: [ActionState] = []) {
    self.unread = unread
    self.selected = selected
    self.actions = actions
  }

  /// The state of a new cell.
  public init(of cell: Cell) {
    self.init(unread: cell.unread, selected: cell.selected ?? false)
    if !cell.actions.isEmpty || cell.swipe != nil || !cell.menu.isEmpty { collect(cell.everyAction) }
  }

  /// The states of actions, by the bytes of their ids.
  public var byAction: [[UInt8]: ActionState] {
    Dictionary(actions.map { (Array($0.id.utf8), $0) }) { first, _ in first }
  }

  /// Finds the states of many actions, each in constant time.
  public var finder: (_ id: String) -> ActionState? {
    // Few states are found faster without a table.
    guard actions.count > 8 else { return { [self] in self[action: $0] } }
    let states = byAction
    return { states[Array($0.utf8)] }
  }

  /// The state of the action `id`, if it has one.
  public subscript(action id: String) -> ActionState? {
    actions.first { $0.id.hasBytes(of: id) }
  }

  private mutating func collect(_ source: [Action]) {
    for action in source {
      let on = action.kind == .toggle ? action.on : nil
      let progress = action.kind == .download ? action.progress : nil
      if on != nil || progress != nil {
        actions.append(ActionState(id: action.id, on: on, progress: progress))
      }
    }
  }
}
