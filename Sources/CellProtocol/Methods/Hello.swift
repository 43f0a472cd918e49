import CellWire

/// The method `hello`.
public enum HelloMethod: Method {
  public static let name = "hello"

  public static let description = MethodDescription(
    "Returns the daemon's version, limits and features.",
    params: [.init("client", .text, "the name of the calling program")],
    result: .open([
      .required("server", .text, "the program"),
      .required("version", .text, "its version"),
      .required("protocol", .count, "the version of the protocol"),
      .required("limits", .open([]), "all limits, by name"),
      .required("features", .array(.text), "the features of this build"),
      .required("profiles", .array(.text), "the style profiles of this build"),
      .required("unicode", .text, "the Unicode version of the layout"),
      .required(
        "durability", .either([.choice(["none"]), Schema.durability], expected: "a durability, or \"none\""),
        "the durability of new sessions; none without a store"),
      .required(
        "durabilities", .array(Schema.durability),
        "the durabilities that sessions can have; the highest number of replicas"),
      .required("instance", .text, "a text that is new at every start"),
      .required("pid", .count, "the process id"),
    ]),
    example: #"{"client":"my-tui"}"#,
    gives: #"{"server":"celld","version":"0.1.0","protocol":1,"limits":{"line":16777216},"features":[],"#
      + #""profiles":["compose"],"unicode":"17.0","durability":"none","durabilities":["memory"],"instance":"5f1c","pid":4711}"#
  )
}
