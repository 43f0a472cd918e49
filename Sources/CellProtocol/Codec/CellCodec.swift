import CellEngine
import CellWire

/// Reads and writes cells.
public enum CellCodec {
  /// Reads a cell in its long or short forms. Null and empty strings, except the title, are absent.
  ///
  /// - Parameter path: the position of the cell. Errors have a path below it.
  /// - Throws: `invalidParams`, also for unknown members.
  public static func read(_ node: JSONNode, path: @autoclosure () -> String = "") throws(RPCError) -> Cell {
    do { return try ObjectCodec<CellDraft>.cell.read(node).cell } catch { throw error.inside(path()) }
  }

  /// Reads a cell like ``read(_:path:)``, but most members as bytes in the memory of the node.
  /// What was in `draft` is gone.
  ///
  /// - Throws: the error of ``read(_:path:)``. Its path begins at the cell.
  public static func read(_ node: JSONNode, into draft: inout CellDraft) throws(RPCError) {
    draft.removeBytes()
    if !draft.isBytes { draft.cell = Cell(id: "", title: "") }
    draft.isBytes = false
    draft.isBytes = try ObjectCodec<CellDraft>.cell.read(node, into: &draft, asBytes: true)
  }

  /// Writes a cell in its long form, without absent members and defaults.
  public static func write(_ cell: Cell, to writer: inout JSONWriter) {
    ObjectCodec<CellDraft>.cell.write(CellDraft(cell), to: &writer)
  }

  /// Returns the cell with a JSON Merge Patch (RFC 7396) applied to its long form.
  ///
  /// - Throws: `invalidParams` if the patch changes the id, or the result is not a cell. Its path
  ///   begins at `path`.
  public static func patched(
    _ cell: Cell, with patch: JSON, path: @autoclosure () -> String = ""
  ) throws(RPCError) -> Cell {
    do throws(RPCError) {
      guard patch.members != nil else {
        throw RPCError.invalidParams(
          "Expected a patch that is an object, such as {\"title\": \"New\"}.", path: "")
      }
      var draft = CellDraft(cell)
      let kind = patch["kind"]?.string.flatMap { Cell.Kind(rawValue: $0) }
      // A selected object that becomes a part of the list loses its selection.
      if kind?.isObject == false { draft.cell.selected = nil }
      try ObjectCodec<CellDraft>.cell.merge(patch, into: &draft)
      if draft.cell.id != cell.id {
        throw RPCError.invalidParams(
          "A patch cannot change the id of a cell; push a new cell and remove this one.", path: "/id")
      }
      return draft.cell
    } catch {
      throw error.inside(path())
    }
  }

  /// Reads an array of actions with different ids, which belong to no cell.
  ///
  /// - Throws: invalidParams.
  public static func readActions(_ node: JSONNode) throws(RPCError) -> [Action] {
    let actions = try ValueCodec<[Action]>.list(of: .action).read(node) ?? []
    try ObjectCodec<CellDraft>.checkIDs(of: actions)
    return actions
  }

  /// Returns an array of actions as JSON, in their long form.
  public static func write(_ actions: [Action]) -> [UInt8] {
    var writer = JSONWriter()
    ValueCodec<[Action]>.list(of: .action).write(actions, &writer)
    return writer.bytes
  }
}
