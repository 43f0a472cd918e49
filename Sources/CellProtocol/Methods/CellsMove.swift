import CellWire

/// The method `cells.move`.
public enum CellsMoveMethod: Method {
  public static let name = "cells.move"

  public static let description = MethodDescription(
    "Moves cells, in the order of the ids.",
    params: [
      .session, .owner, .required("ids", Schema.ids, "the cells to move"),
      .required("position", Schema.position, "the new position; an index counts without the moved cells"),
      .ifRevision,
    ],
    result: .open([Schema.revised, .required("moved", .count, "moved cells")]),
    example: #"{"session":"tasks","ids":["3"],"position":{"before":"1"}}"#,
    gives: #"{"revision":6,"moved":1}"#)
}
