import CellEngine
import CellWire

/// Reads and writes cells.
public enum CellCodec {
  /// Reads a cell in its long or short forms. Null and empty strings, except the title, are absent.
  ///
  /// - Parameter path: the position of the cell. Errors have a path below it.
  /// - Throws: `invalidParams`, also for unknown members.
  public static func read(_ node: JSONNode, path: @autoclosure () -> String = "") throws(RPCError) -> Cell {
    var decoder = RecordDecoder()
    do { try decoder.read(node) } catch { throw error.inside(path()) }
    var cell = Cell(decoder.record(), state: decoder.state)
    cell.selected = decoder.selected
    return cell
  }

  /// Writes a cell in its long form, without absent members and defaults.
  public static func write(_ cell: Cell, to writer: inout JSONWriter) {
    var encoder = RecordJSON(CellState(of: cell))
    encoder.selected = cell.selected
    encoder.write(CellRecord(cell), to: &writer)
  }

  /// Writes the cell of a record in its long form.
  public static func write(_ record: CellRecord, _ state: CellState, to json: inout JSONWriter) {
    RecordJSON(state).write(record, to: &json)
  }

  /// Reads the cell of a record with a JSON Merge Patch (RFC 7396) applied to its long form.
  /// Members that are not in the patch are neither written nor read.
  ///
  /// - Parameter decoder: has the cell afterwards.
  /// - Throws: `invalidParams` if the patch changes the id, or the result is not a cell. Its path
  ///   begins at `path`. If a patch has several errors, it is one of them.
  public static func read(
    _ record: CellRecord, _ state: CellState, with patch: JSON, into decoder: inout RecordDecoder,
    path: @autoclosure () -> String = ""
  ) throws(RPCError) {
    do throws(RPCError) {
      guard patch.members != nil else {
        throw RPCError.invalidParams(
          "Expected a patch that is an object, such as {\"title\": \"New\"}.", path: "")
      }
      try RecordPatch(patch, of: record, state).read(into: &decoder)
    } catch {
      throw error.inside(path())
    }
  }

  /// Reads an array of actions with different ids, which belong to no cell.
  ///
  /// - Throws: invalidParams.
  public static func readActions(_ node: JSONNode) throws(RPCError) -> [Action] {
    var decoder = RecordDecoder()
    try decoder.read(actions: node)
    return Cell(decoder.record(), state: decoder.state).actions
  }

  /// Returns an array of actions as JSON, in their long form.
  public static func write(_ actions: [Action]) -> [UInt8] {
    var cell = Cell(id: "", title: "")
    cell.actions = actions
    var writer = JSONWriter()
    RecordJSON(CellState(of: cell)).writeActions(of: CellRecord(cell), to: &writer)
    return writer.bytes
  }
}

/// A JSON Merge Patch of the cell of a record.
private struct RecordPatch {
  private let record: CellRecord
  private let state: CellState
  /// The members that are read again, as bits of the table of cells, and their new values.
  private var changed: UInt64 = 0
  private var json = JSONWriter()

  init(_ patch: JSON, of record: CellRecord, _ state: CellState) throws(RPCError) {
    self.record = record
    self.state = state
    let table = ObjectTable.of(.cell)
    var new: [Int: (name: String, value: JSON)] = [:]
    for change in patch.members ?? [] {
      var name = change.name
      guard let index = name.withUTF8({ table.pointee.otherIndex(of: UnsafeRawBufferPointer($0)) }) else {
        // Merging would drop it without a word if it is null.
        throw .unknownMember(name, at: "", known: table.pointee.names)
      }
      changed |= 1 << UInt64(index)
      new[index] = (name, change.value)
    }
    // Actions of all lists have different ids, and one state.
    let actions = (0..<table.pointee.count).reduce(0 as UInt64) {
      let object = table.pointee.members[$1].object
      return object == .action || object == .swipe ? $0 | 1 << UInt64($1) : $0
    }
    let others = changed & actions != 0 ? actions & ~changed : 0
    changed |= others
    json.beginObject()
    for (index, (name, value)) in new where value != .null {
      let old = value.members == nil ? nil : try Self.old(index, record, state)
      json.name(escaping: name)
      json.value((old ?? .null).merging(value))
    }
    RecordJSON(state).writeMembers(others, of: record, to: &json)
    json.endObject()
  }

  /// The value of a member before the patch.
  private static func old(
    _ index: Int, _ record: CellRecord, _ state: CellState
  ) throws(RPCError) -> JSON? {
    var json = JSONWriter()
    json.beginObject()
    RecordJSON(state).writeMembers(1 << UInt64(index), of: record, to: &json)
    json.endObject()
    do { return try JSON(parsing: json.bytes, depth: unlimitedDepth).members?.first?.value } catch {
      throw .parseError(error)
    }
  }

  /// A merged value can be nested deeper than a line allows.
  private static var unlimitedDepth: Int { Int(Int32.max) }

  func read(into decoder: inout RecordDecoder) throws(RPCError) {
    let document: JSONDocument
    do { document = try JSONDocument(json.bytes, depth: Self.unlimitedDepth) } catch {
      throw .parseError(error)
    }
    try document.withRoot { (root) throws(RPCError) in
      try decoder.read(root, over: record, state, changed: changed)
      if let id = root.present("id"), try id.readName() != record.id {
        throw .invalidParams(
          "A patch cannot change the id of a cell; push a new cell and remove this one.", path: "/id")
      }
    }
  }
}
