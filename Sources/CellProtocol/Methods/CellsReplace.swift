import CellWire

/// The method `cells.replace`.
public enum CellsReplaceMethod: Method {
  public static let name = "cells.replace"

  public static let description = MethodDescription(
    "Makes the list equal to these cells. Unchanged cells keep their layout.",
    params: [
      .session, .owner, .required("cells", Schema.cells, "the cells, in their order"),
      .init("more", .boolean, "true stages the cells; the next call without it commits"), .ifRevision,
    ],
    result: .either(
      [
        .open([.required("staged", .count, "staged cells")]),
        .open([
          Schema.revised, .required("inserted", .count, "new cells"),
          .required("removed", .count, "removed cells"),
          .required("moved", .count, "unchanged cells at another position"),
          .required("updated", .count, "changed cells"),
          .required("unchanged", .count, "unchanged cells"),
        ]),
      ], expected: "counts"),
    example: #"{"session":"tasks","cells":[{"id":"2","title":"Book the crane"}]}"#,
    gives: #"{"revision":7,"inserted":1,"removed":3,"moved":0,"updated":0,"unchanged":0}"#)
}
