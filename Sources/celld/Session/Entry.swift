import CellEngine

/// One cell as a list holds it: its content, packed and immutable, its interaction state, and the revision
/// that changed either of them last.
struct Entry: Sendable {
  let key: ByteKey
  let packed: PackedCell
  /// What this cell adds to the sums of its list.
  let traits: CellTraits
  let imageTraits: ImageTraits
  private(set) var unread: Bool
  fileprivate(set) var selected: Bool
  private var actions: [CellState.ActionState]
  fileprivate(set) var revision: UInt64

  /// A cell that changed last in `revision`.
  init(
    key: ByteKey, packed: PackedCell, traits: CellTraits, imageTraits: ImageTraits, state: CellState,
    revision: UInt64
  ) {
    self.key = key
    self.packed = packed
    self.traits = traits
    self.imageTraits = imageTraits
    self.unread = state.unread
    self.selected = state.selected
    self.actions = state.actions
    self.revision = revision
  }

  /// The interaction state.
  var state: CellState {
    CellState(unread: unread, selected: selected, actions: actions)
  }

  /// The same content in another state, changed in `revision`.
  func with(_ state: CellState, revision: UInt64) -> Entry {
    Entry(
      key: key, packed: packed, traits: traits, imageTraits: imageTraits, state: state, revision: revision)
  }

  /// The same cell selected or not, changed in `revision`.
  func selected(_ selected: Bool, revision: UInt64) -> Entry {
    var entry = self
    entry.selected = selected
    entry.revision = max(entry.revision, revision)
    return entry
  }
}
