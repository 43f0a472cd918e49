/// The method `view.list`.
public enum ViewListMethod: Method {
  public static let name = "view.list"

  public static let description = MethodDescription(
    "Lists the named views of a session.", params: [.session],
    result: .open([.required("views", .array(.reference("View")), "the views")]),
    example: #"{"session":"tasks"}"#, gives: #"{"views":[\#(MethodDescription.viewExample)]}"#)
}
