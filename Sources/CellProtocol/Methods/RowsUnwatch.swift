/// The method `rows.unwatch`.
public enum RowsUnwatchMethod: Method {
  public static let name = "rows.unwatch"

  public static let description = MethodDescription(
    "Ends a watch.", params: [.required("subscription", .name, "the subscription of rows.watch")],
    example: #"{"subscription":1}"#)
}
