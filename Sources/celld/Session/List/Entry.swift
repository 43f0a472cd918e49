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
    // Arrays that grow have up to twice the capacity that they need.
    self.actions = state.actions.withUnsafeBufferPointer { Array($0) }
    self.revision = revision
  }

  /// The bytes that the cell takes in the memory of a list: content, state, and a part of the
  /// index.
  var byteCount: Int { Self.byteCount(packed, actions) }

  /// The bytes of an entry with this content and these states of actions.
  static func byteCount(_ packed: CellRecord, _ actions: some Collection<CellState.ActionState>) -> Int {
    packed.byteCount + MemoryLayout<Entry>.stride + KeyIndex.bytesOfCell + bytes(of: actions)
  }

  private static func bytes(of actions: some Collection<CellState.ActionState>) -> Int {
    guard !actions.isEmpty else { return 0 }
    // An array and a string begin with 32 bytes. Strings of up to 15 bytes need no memory.
    return actions.reduce(32 + actions.count * MemoryLayout<CellState.ActionState>.stride) {
      $0 + ($1.id.utf8.count > 15 ? 32 + $1.id.utf8.count : 0)
    }
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

  /// Returns the cell selected or not, changed in `revision`. A cell that is not an object does not
  /// change.
  func selected(_ selected: Bool, revision: UInt64) -> Entry {
    guard traits.isObject else { return self }
    var entry = self
    entry.selected = selected
    entry.revision = max(entry.revision, revision)
    return entry
  }
}
