import CellEngine

/// A cell in a list: its packed content, its interaction state, and the revision of their last
/// change.
///
/// A value to read and to make lists of. Chunks keep the same in a quarter of the bytes.
struct Entry: Sendable {
  /// About the number of bytes that a cell takes in a chunk. Its record and the states of its
  /// actions are not in it.
  static let bytesInChunk = 16

  let packed: CellRecord
  let unread: Bool
  private(set) var selected: Bool
  let actions: [CellState.ActionState]
  private(set) var revision: UInt64

  /// A cell that changed last in `revision`.
  init(packed: CellRecord, state: CellState, revision: UInt64) {
    self.packed = packed
    unread = state.unread
    selected = state.selected
    // Arrays that grow have up to twice the capacity that they need.
    actions = state.actions.isEmpty ? [] : state.actions.withUnsafeBufferPointer { Array($0) }
    self.revision = revision
  }

  /// A cell by its members.
  init(
    packed: CellRecord, unread: Bool, selected: Bool, actions: [CellState.ActionState], revision: UInt64
  ) {
    self.packed = packed
    self.unread = unread
    self.selected = selected
    self.actions = actions
    self.revision = revision
  }

  /// The key of its id.
  var key: ByteKey { packed.key }

  /// The part of this cell in the sums of its list.
  var traits: CellTraits { packed.note.traits }

  /// The bytes that the cell takes in the memory of a list: content, state, and a part of the
  /// index.
  var byteCount: Int { Self.byteCount(packed, actions) }

  /// The bytes of an entry with this content and these states of actions.
  static func byteCount(_ packed: CellRecord, _ actions: some Collection<CellState.ActionState>) -> Int {
    byteCount(packed) + bytes(of: actions)
  }

  /// The bytes of an entry with this content, and without states of actions.
  static func byteCount(_ packed: borrowing CellRecord) -> Int {
    packed.byteCount + Self.bytesInChunk + KeyIndex.bytesOfCell
  }

  /// The bytes of states of actions.
  static func bytes(of actions: some Collection<CellState.ActionState>) -> Int {
    guard !actions.isEmpty else { return 0 }
    // A reference, and an array and a string begin with 32 bytes. Strings of up to 15 bytes need no
    // memory.
    return actions.reduce(40 + actions.count * MemoryLayout<CellState.ActionState>.stride) {
      $0 + ($1.id.utf8.count > 15 ? 32 + $1.id.utf8.count : 0)
    }
  }

  /// The interaction state.
  var state: CellState {
    CellState(unread: unread, selected: selected, actions: actions)
  }

  /// Returns the cell in another state, changed in `revision`.
  func with(_ state: CellState, revision: UInt64) -> Entry {
    Entry(packed: packed, state: state, revision: revision)
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
