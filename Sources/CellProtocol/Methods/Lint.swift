import CellWire

/// The method `lint`.
public enum LintMethod: Method {
  public static let name = "lint"

  public static let description = MethodDescription(
    "Checks the list against the design guideline.", params: [.session, .owner, .view, .environment],
    result: .open([
      .required(
        "findings",
        .array(
          .open([
            .required("rule", .text, "the name of the rule"), .required("severity", .text, "the severity"),
            .required("ids", Schema.ids, "the cells"),
            .required("message", .text, "a sentence with the fix"),
            .required("source", .text, "the source of the rule"),
          ])), "the findings")
    ]),
    example: #"{"session":"tasks"}"#, gives: #"{"findings":[]}"#)
}
