import CellWire

/// The method `rows.window`.
public enum RowsWindowMethod: Method {
  public static let name = "rows.window"

  public static let description = MethodDescription(
    "Moves the window of a watch. The reply has the rows of the new window.",
    params: Schema.Properties(
      [.required("subscription", .name, "the number that rows.watch returned")]
        + MethodDescription.windowParameters),
    result: .open(
      Schema.Properties(
        [.required("subscription", .name, "the number that notifications have")]
          + MethodDescription.rowsResult)),
    example: #"{"subscription":1,"start":0,"count":1}"#,
    gives: #"{"subscription":1,\#(MethodDescription.rowsExample)}"#)
}
