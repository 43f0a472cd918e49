/// The method `view.list`.
public enum ViewListMethod: Method {
  public static let name = "view.list"

  public static let description = MethodDescription(
    "Lists the named views of a session.",
    params: [.session, .owner, .init("start", .count, "the index of the first view; the default is 0")],
    result: .open([
      .required("views", .array(.reference("View")), "the views"),
      .init("next", .count, "the index to go on with, if the reply was cut"),
    ]),
    example: #"{"session":"tasks"}"#, gives: #"{"views":[\#(MethodDescription.viewExample)]}"#)
}
