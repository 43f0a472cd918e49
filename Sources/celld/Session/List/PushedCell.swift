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
  private let actions: [StatefulAction]

  /// An action that can have a state, and the state from the client.
  private struct StatefulAction: Sendable {
    let said: CellState.ActionState
    let kind: Action.Kind

    /// Its state; members that were left out are as in `previous`. `nil` if it has none.
    func state(after previous: CellState.ActionState?) -> CellState.ActionState? {
      let on = kind == .toggle ? said.on ?? previous?.on : nil
      let progress = kind == .download ? said.progress ?? previous?.progress : nil
      guard on != nil || progress != nil else { return nil }
      return CellState.ActionState(id: said.id, on: on, progress: progress)
    }
  }

  /// Packs `cell`.
  init(_ cell: Cell) {
    var writer = RecordWriter()
    var finder: PlaceFinder?
    let draft = CellDraft(cell)
    self.init(draft, &writer, &finder)
  }

  /// Packs a cell. Shares the record of the cell that the finder finds, if it has the same content.
  fileprivate init(
    _ draft: borrowing CellDraft, _ writer: inout RecordWriter, _ finder: inout PlaceFinder?
  ) {
    key = draft.id.map { ByteKey(bytes: $0) } ?? ByteKey(draft.cell.id)
    packed = writer.record(of: draft, note: key.note(draft), known: finder?.content(of: key))
    unread = draft.isUnread
    selected = draft.cell.kind.isObject ? draft.isSelected : false
    actions = draft.isBytes ? [] : Self.stateful(draft.cell)
  }

  /// Bytes that the cell takes in the memory of a list. Until then, actions without a state take
  /// memory, too.
  var byteCount: Int { Entry.byteCount(packed, actions.lazy.map(\.said)) }

  /// The entry for a new cell.
  func entry(revision: UInt64) -> Entry {
    Entry(packed: packed, state: ownState, revision: revision)
  }

  /// The entry that replaces `old`. State that was left out is kept. `nil` if nothing changes.
  func entry(over old: Entry, revision: UInt64) -> Entry? {
    let previous = actions.isEmpty ? [:] : old.state.byAction
    let state = CellState(
      unread: unread, selected: selected ?? old.selected,
      actions: actions.compactMap { $0.state(after: previous[Array($0.said.id.utf8)]) })
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

  private static func stateful(_ cell: Cell) -> [StatefulAction] {
    guard !cell.actions.isEmpty || cell.swipe != nil || !cell.menu.isEmpty else { return [] }
    return cell.everyAction.filter { $0.kind == .toggle || $0.kind == .download }.map { action in
      let said = CellState.ActionState(id: action.id, on: action.on, progress: action.progress)
      return StatefulAction(said: said, kind: action.kind)
    }
  }
}

/// Reads cells, one after the other. It keeps some memory between two cells.
struct CellReader: ~Copyable {
  private var draft = CellDraft(Cell(id: "", title: ""))
  private var writer = RecordWriter()
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
    try CellCodec.read(node, into: &draft)
    return PushedCell(draft, &writer, &finder)
  }
}
