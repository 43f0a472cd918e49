import CellWire

/// The method `cells.get`.
public enum CellsGetMethod: Method {
  public static let name = "cells.get"

  public static let description = MethodDescription(
    "Returns cells in their long form: some cells, or a range.",
    params: Schema.Properties(
      [
        .session, .owner, .init("ids", Schema.ids, "the cells, instead of a range"),
        .init("start", .count, "the index of the first cell; the default is 0"),
        .init("count", .count, "the maximum number of cells"),
      ] + MethodDescription.waitParameters),
    result: .open([
      .required("revision", .revision, "the session's"),
      .required("cells", Schema.cells, "the cells, in order"),
      .init("missing", Schema.ids, "unknown ids"),
      .init("next", .count, "the index to go on with, if the reply was cut"),
    ]),
    example: #"{"session":"tasks","ids":["2"]}"#,
    gives: #"{"revision":7,"cells":[{"id":"2","title":"Book the crane"}]}"#)
}
