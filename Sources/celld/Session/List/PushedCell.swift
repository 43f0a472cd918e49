import CellEngine
import CellProtocol
import CellWire

/// A cell from a client, checked and packed, with the interaction state from the client.
struct PushedCell: Sendable {
  let key: ByteKey
  let packed: CellRecord
  private let unread: Bool
  /// `nil` if the client left the selection out. Only objects can be selected.
  let selected: Bool?
  /// The actions that can have a state, in order and with distinct ids.
  private let actions: [RecordDecoder.StatefulAction]

  /// Packs `cell`.
  init(_ cell: Cell) {
    let state = CellState(of: cell)
    key = ByteKey(cell.id)
    packed = key.record(of: cell)
    unread = state.unread
    selected = cell.kind.isObject ? cell.selected : false
    actions = cell.everyAction.filter { $0.kind == .toggle || $0.kind == .download }.map { action in
      .init(CellState.ActionState(id: action.id, on: action.on, progress: action.progress), action.kind)
    }
  }

  /// Packs the cell that was read last. Shares the record of the cell that the finder finds, if it
  /// has the same content.
  fileprivate init(_ decoder: borrowing RecordDecoder, _ key: ByteKey, known: CellRecord?) {
    self.key = key
    packed = key.record(of: decoder, known: known)
    unread = decoder.unread
    selected = decoder.isObject ? decoder.selected : false
    actions = decoder.actions
  }

  /// Bytes that the cell takes in the memory of a list. Until then, actions without a state take
  /// memory, too.
  var byteCount: Int { Entry.byteCount(packed, actions.lazy.map(\.state)) }

  /// The entry for a new cell.
  func entry(revision: UInt64) -> Entry {
    Entry(packed: packed, state: ownState, revision: revision)
  }

  /// The entry that replaces `old`. State that was left out is kept. `nil` if nothing changes.
  func entry(over old: Entry, revision: UInt64) -> Entry? {
    let previous = actions.isEmpty ? [:] : old.state.byAction
    let state = CellState(
      unread: unread, selected: selected ?? old.selected,
      actions: actions.compactMap { $0.state(after: previous[Array($0.state.id.utf8)]) })
    return entry(state, over: old, revision: revision)
  }

  /// The entry that replaces `old` after a patch. Patched cells have all of their state, so missing
  /// state was removed. `nil` if nothing changes.
  func entry(patching old: Entry, revision: UInt64) -> Entry? {
    entry(ownState, over: old, revision: revision)
  }

  private var ownState: CellState {
    CellState(
      unread: unread, selected: selected ?? false, actions: actions.compactMap { $0.state(after: nil) })
  }

  private func entry(_ state: CellState, over old: Entry, revision: UInt64) -> Entry? {
    let sameContent = packed == old.packed
    if sameContent && state == old.state { return nil }
    return Entry(packed: sameContent ? old.packed : packed, state: state, revision: revision)
  }
}

extension RecordDecoder.StatefulAction {
  /// Its state; members that were left out are as in `previous`. `nil` if it has none.
  fileprivate func state(after previous: CellState.ActionState?) -> CellState.ActionState? {
    let on = kind == .toggle ? state.on ?? previous?.on : nil
    let progress = kind == .download ? state.progress ?? previous?.progress : nil
    guard on != nil || progress != nil else { return nil }
    return CellState.ActionState(id: state.id, on: on, progress: progress)
  }
}

/// Reads cells, one after the other. It keeps some memory between two cells.
struct CellReader: ~Copyable {
  private var decoder = RecordDecoder()
  private var finder: PlaceFinder?

  /// - Parameter known: a list that probably has most of the cells. Those that have not changed
  ///   take no memory of their own.
  init(known list: CellList? = nil) {
    finder = list.map { PlaceFinder($0) }
  }

  /// Reads and packs a cell.
  ///
  /// - Throws: invalidParams, with a path inside of the cell.
  mutating func read(_ node: JSONNode) throws(RPCError) -> PushedCell {
    try decoder.read(node)
    let key = ByteKey(bytes: decoder.id)
    return PushedCell(decoder, key, known: finder?.content(of: key))
  }

  /// Reads and packs a cell of a list with a patch applied. Returns the entry that replaces it;
  /// `nil` if nothing changes.
  ///
  /// - Throws: invalidParams, with a path below `path`.
  mutating func entry(
    patching old: Entry, with patch: JSON, path: @autoclosure () -> String, revision: UInt64
  ) throws(RPCError) -> Entry? {
    try CellCodec.read(old.packed, old.state, with: patch, into: &decoder, path: path())
    return PushedCell(decoder, old.packed.key, known: old.packed).entry(patching: old, revision: revision)
  }
}
