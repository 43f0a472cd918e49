import CellWire

/// The method `cells.push`.
public enum CellsPushMethod: Method {
  public static let name = "cells.push"

  public static let description = MethodDescription(
    "Inserts cells, and replaces known ones in place. Creates the session if it is absent.",
    params: [
      .session, .owner, .required("cells", Schema.cells, "the cells, with distinct ids"),
      .init("position", Schema.position, "the position of new cells; the default is end"),
      .init("partial", .boolean, "true accepts the valid cells, and returns the others as rejected"),
      .ifRevision,
    ],
    result: .open([
      Schema.revised, .required("inserted", .count, "new cells"),
      .required("updated", .count, "changed cells"),
      .required("unchanged", .count, "unchanged cells"),
      .init(
        "rejected",
        .array(
          .open([
            .required("index", .count, "the index in cells"),
            .required("error", .reference("Error"), "the error of the cell"),
          ])), "with partial: the rejected cells"), Schema.omitted,
    ]),
    example: #"{"session":"tasks","cells":[{"id":"1","title":"Order the filter","status":"Open"}]}"#,
    gives: #"{"revision":3,"inserted":1,"updated":0,"unchanged":0}"#)
}
