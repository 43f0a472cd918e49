import CellEngine
import CellProtocol

extension RPCError {
  /// An id stands twice in one request.
  static func duplicateID(_ id: String, path: String) -> RPCError {
    invalidParams("The id “\(id)” stands twice in this request; name each cell once.", path: path)
  }

  /// An id stands in two requests of one replacement.
  static func stagedTwice(_ id: String, path: String) -> RPCError {
    invalidParams("The id “\(id)” stands twice in this replacement; name each cell once.", path: path)
  }

  /// A cell is to be moved before or behind itself.
  static func movedBesideItself(_ id: String, path: String) -> RPCError {
    invalidParams("The cell “\(id)” is among those that move; name one that stays.", path: path)
  }

  /// More cells are to be selected than the session admits.
  static func selectionTooLarge(
    _ mode: SelectionMode, asked: Int, path: String? = "/ids"
  ) -> RPCError {
    let admitted = mode == .none ? "no selection" : "one selected cell"
    return invalidParams(
      "The session admits \(admitted), not \(asked); session.configure can set selection to multiple.",
      path: path)
  }

  /// More cells are selected than the mode admits that the session is to have.
  static func tooManySelected(_ count: Int) -> RPCError {
    invalidParams(
      "The session has \(count) selected cells, and single admits one; say with selection.set which, and try again.",
      path: "/selection")
  }

  /// An action was given a value that its kind does not take.
  static func wrongActionValue(_ action: String, takes: String) -> RPCError {
    invalidParams("The action “\(action)” takes \(takes).", path: "/value")
  }
}
