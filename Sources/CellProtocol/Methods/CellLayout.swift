/// The method `cell.layout`.
public enum CellLayoutMethod: Method {
  public static let name = "cell.layout"

  public static let description = MethodDescription(
    "Lays out one cell, without a session.",
    params: [
      .required("cell", .reference("Cell"), "the cell"), .environment, .format, .reveal(ofSession: false),
    ],
    result: .open([.required("row", .reference("Row"), "the row")]),
    example: #"{"cell":{"id":"2","title":"Book the crane"},"environment":{"width":24}}"#,
    gives: #"{"row":{"id":"2","index":0,"y":0,"height":1,"lines":["Book the crane"]}}"#)
}
