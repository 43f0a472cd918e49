/// The method `view.delete`.
public enum ViewDeleteMethod: Method {
  public static let name = "view.delete"

  public static let description = MethodDescription(
    "Deletes a named view. Its watchers get view.deleted. The view main cannot be deleted.",
    params: [.session, .owner, .required("view", .name, "the name of the view")],
    example: #"{"session":"tasks","view":"phone"}"#)
}
