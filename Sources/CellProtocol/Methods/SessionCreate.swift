import CellWire

/// The method `session.create`.
public enum SessionCreateMethod: Method {
  public static let name = "session.create"

  public static let description = MethodDescription(
    "Creates a session.",
    params: Schema.Properties(
      MethodDescription.sessionSettings + [
        .init("ifAbsent", .boolean, "true returns an existing session as it is")
      ]),
    result: .reference("Session"),
    example: #"{"session":"tasks","selection":"multiple"}"#, gives: MethodDescription.sessionExample)
}
