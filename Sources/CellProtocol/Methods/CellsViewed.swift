import CellWire

/// The method `cells.viewed`.
public enum CellsViewedMethod: Method {
  public static let name = "cells.viewed"

  public static let description = MethodDescription(
    "Removes the unread marks of cells.",
    params: [.session, .owner, .required("ids", Schema.ids, "the cells"), .ifRevision],
    result: .open([Schema.revised]),
    example: #"{"session":"tasks","ids":["2"]}"#, gives: #"{"revision":8}"#)
}
