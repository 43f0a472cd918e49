/// The method `session.info`.
public enum SessionInfoMethod: Method {
  public static let name = "session.info"

  public static let description = MethodDescription(
    "Returns the properties of a session.", params: [.session, .owner], result: .reference("Session"),
    example: #"{"session":"tasks"}"#, gives: MethodDescription.sessionExample)
}
