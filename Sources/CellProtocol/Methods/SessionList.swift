/// The method `session.list`.
public enum SessionListMethod: Method {
  public static let name = "session.list"

  public static let description = MethodDescription(
    "Lists the sessions that the caller may use.",
    params: [
      .init("prefix", .text, "lists only names with this prefix"),
      .init("start", .count, "the index of the first session; the default is 0"),
    ],
    result: .open([
      .required("sessions", .array(.reference("Session")), "sorted by name"),
      .init("next", .count, "the index to go on with, if the reply was cut"),
    ]),
    example: #"{"prefix":"ta"}"#, gives: #"{"sessions":[\#(MethodDescription.sessionExample)]}"#)
}
