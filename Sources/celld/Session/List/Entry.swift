import CellEngine

/// A cell in a list: its packed content, its interaction state, and the revision of their last
/// change.
struct Entry: Sendable {
  let key: ByteKey
  let packed: CellRecord
  /// The part of this cell in the sums of its list.
  let traits: CellTraits
  private(set) var unread: Bool
  fileprivate(set) var selected: Bool
  private var actions: [CellState.ActionState]
  fileprivate(set) var revision: UInt64

  /// A cell that changed last in `revision`.
  init(
    key: ByteKey, packed: CellRecord, traits: CellTraits, state: CellState,
    revision: UInt64
  ) {
    self.key = key
    self.packed = packed
    self.traits = traits
    self.unread = state.unread
    self.selected = state.selected
    self.actions = state.actions
    self.revision = revision
  }

  /// The interaction state.
  var state: CellState {
    CellState(unread: unread, selected: selected, actions: actions)
  }

  /// Returns the cell in another state, changed in `revision`.
  func with(_ state: CellState, revision: UInt64) -> Entry {
    Entry(
      key: key, packed: packed, traits: traits, state: state, revision: revision)
  }

  /// Returns the cell selected or not, changed in `revision`.
  func selected(_ selected: Bool, revision: UInt64) -> Entry {
    var entry = self
    entry.selected = selected
    entry.revision = max(entry.revision, revision)
    return entry
  }
}
