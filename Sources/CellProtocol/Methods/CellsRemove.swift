import CellWire

/// The method `cells.remove`.
public enum CellsRemoveMethod: Method {
  public static let name = "cells.remove"

  public static let description = MethodDescription(
    "Removes some cells, or all.",
    params: [
      .session, .owner, .init("ids", Schema.ids, "the cells to remove"),
      .init("all", .boolean, "true removes all cells, instead of ids"),
      .ifRevision,
    ],
    result: .open([
      Schema.revised, .required("removed", .count, "removed cells"),
      .init("missing", Schema.ids, "unknown ids"), Schema.omitted,
    ]),
    example: #"{"session":"tasks","ids":["1","7"]}"#, gives: #"{"revision":5,"removed":1,"missing":["7"]}"#)
}
