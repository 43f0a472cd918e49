import CellWire

/// The method `rows.watch`.
public enum RowsWatchMethod: Method {
  public static let name = "rows.watch"

  public static let description = MethodDescription(
    "Returns rows, and sends rows.changed after changes: the newest state, not a history.",
    params: Schema.Properties(
      MethodDescription.rowsParameters + [
        .init("events", .boolean, "true also sends invoked actions: action.invoked"),
        .init(
          "interval", .integer(0...3_600_000), "the minimum number of milliseconds between two notifications"),
      ] + MethodDescription.waitParameters),
    result: .open(
      Schema.Properties(
        [.required("subscription", .name, "the number that notifications have")]
          + MethodDescription.rowsResult)),
    example: #"{"session":"tasks","environment":{"width":24},"count":1}"#,
    gives: #"{"subscription":1,\#(MethodDescription.rowsExample)}"#)
}
