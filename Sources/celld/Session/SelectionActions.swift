import CellEngine
import CellProtocol
import CellWire

/// The actions that a session offers for its selection: the entries of an app bar.
struct SelectionActions: Sendable {
  /// The maximum number of bytes, as JSON.
  static let longest = 1 << 14

  /// The actions as JSON, in their long form.
  let json: [UInt8]
  /// The actions, each before the items of its menu.
  let all: [Action]

  /// No actions.
  init() {
    json = Array("[]".utf8)
    all = []
  }

  /// Reads an array of actions.
  ///
  /// - Throws: invalidParams if two actions have one id, or if they are too long.
  init(_ node: JSONNode) throws(RPCError) {
    var cell = Cell(id: "", title: "")
    do throws(RPCError) {
      cell.actions = try CellCodec.readActions(node)
      json = CellCodec.write(cell.actions)
    } catch {
      throw error.inside("/selectionActions")
    }
    all = cell.everyAction
    guard json.count <= Self.longest else {
      throw .invalidParams(
        "Expected actions of at most \(Self.longest) bytes, got \(json.count).", path: "/selectionActions")
    }
  }
}
