import CellEngine
import CellWire

extension RPCError {
  /// An id is repeated in one request.
  static func duplicateID(_ id: String, path: String) -> RPCError {
    invalidParams("The id \(quoted(id)) is repeated in this request; name each cell once.", path: path)
  }

  /// An id is repeated in two requests of one replacement.
  static func stagedTwice(_ id: String, path: String) -> RPCError {
    invalidParams("The id \(quoted(id)) is repeated in this replacement; name each cell once.", path: path)
  }

  /// A cell would move before or after itself.
  static func movedBesideItself(_ id: String, path: String) -> RPCError {
    invalidParams("The cell \(quoted(id)) is one of the moved cells; name a cell that stays.", path: path)
  }

  /// More cells would be selected than the session allows.
  static func selectionTooLarge(
    _ mode: SelectionMode, asked: Int, path: String? = "/ids"
  ) -> RPCError {
    let limit = mode == .none ? "No cell" : "Only one cell"
    return invalidParams(
      "\(limit) of this session can be selected, got \(asked); session.configure can set selection to multiple.",
      path: path)
  }

  /// More cells are selected than the new selection mode allows.
  static func tooManySelected(_ count: Int) -> RPCError {
    invalidParams(
      "The selection mode single allows 1 selected cell, got \(count); choose one with selection.set and try again.",
      path: "/selection")
  }

  /// A request for the actions of several cells names none.
  static func noCells(path: String) -> RPCError {
    invalidParams(
      path == "/ids"
        ? "Expected at least one id, got none." : "No cell is selected; give ids, or select cells.",
      path: path)
  }

  /// An action got a value that its kind does not take.
  static func wrongActionValue(_ action: String, takes: String) -> RPCError {
    invalidParams("The action \(quoted(action)) takes \(takes).", path: "/value")
  }
}
