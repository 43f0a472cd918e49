import CellWire

/// The method `session.configure`.
public enum SessionConfigureMethod: Method {
  public static let name = "session.configure"

  public static let description = MethodDescription(
    "Changes the settings of a session. Members that are left out stay.",
    params: Schema.Properties(MethodDescription.sessionSettings),
    result: .reference("Session"),
    example: #"{"session":"tasks","selection":"multiple"}"#, gives: MethodDescription.sessionExample)
}
