import CellWire

/// The method `rows.pull`.
public enum RowsPullMethod: Method {
  public static let name = "rows.pull"

  public static let description = MethodDescription(
    "Returns rows: a range of indices, a range of heights, or the rows of some cells.",
    params: Schema.Properties(
      MethodDescription.rowsParameters + [.reveal(ofSession: true)] + MethodDescription.waitParameters),
    result: .open(Schema.Properties(MethodDescription.rowsResult)),
    example: #"{"session":"tasks","environment":{"width":24},"count":1}"#,
    gives: "{\(MethodDescription.rowsExample)}")
}
