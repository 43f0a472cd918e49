/// The method `session.list`.
public enum SessionListMethod: Method {
  public static let name = "session.list"

  public static let description = MethodDescription(
    "Lists the sessions that the caller may use.",
    params: [.init("prefix", .text, "lists only names with this prefix")],
    result: .open([.required("sessions", .array(.reference("Session")), "sorted by name")]),
    example: #"{"prefix":"ta"}"#, gives: #"{"sessions":[\#(MethodDescription.sessionExample)]}"#)
}
