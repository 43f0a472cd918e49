/// The method `session.delete`.
public enum SessionDeleteMethod: Method {
  public static let name = "session.delete"

  public static let description = MethodDescription(
    "Deletes a session. Its watchers get session.deleted.", params: [.session, .owner],
    example: #"{"session":"tasks"}"#
  )
}
