import CellWire

/// The method `selection.set`.
public enum SelectionSetMethod: Method {
  public static let name = "selection.set"

  public static let description = MethodDescription(
    "Changes the selection. More cells than the session allows are an error.",
    params: [
      .session, .owner, .init("ids", Schema.ids, "the cells"),
      .init("all", .boolean, "true for all cells, instead of ids"),
      .init("view", .name, "with all: only the cells that this view shows"),
      .init(
        "environment", .reference("Environment"), "with all: only the cells that such a view shows"),
      .init(
        "op", .choice(["replace", "add", "remove", "toggle"]),
        "the operation; the default is replace"),
      .init(
        "viewed", .boolean, "whether the cells lose their unread marks; the default is true with ids"),
      .ifRevision,
    ],
    result: .open([Schema.revised, .required("selected", .count, "the number of selected cells")]),
    example: #"{"session":"tasks","ids":["2"],"op":"toggle"}"#, gives: #"{"revision":9,"selected":1}"#)
}
