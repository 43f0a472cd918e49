extension MethodDescription {
  static let hello = MethodDescription(
    "Says who the daemon is and what it can do.",
    params: [.init("client", .text, "the name of the program that calls")],
    result: .open([
      .required("server", .text, "the program"),
      .required("version", .text, "its version"),
      .required("protocol", .count, "the version of the protocol"),
      .required("limits", .open([]), "all limits, by name"),
      .required("features", .array(.text), "what this build has beyond the least"),
      .required("profiles", .array(.text), "the style profiles of this build"),
      .required("unicode", .text, "the version of Unicode that text is laid out by"),
      .required("durability", .text, "what outlives the daemon"),
      .required("instance", .text, "another one for every start"),
      .required("pid", .count, "the process id"),
    ]),
    example: #"{"client":"my-tui"}"#,
    gives: #"{"server":"celld","version":"0.1.0","protocol":1,"limits":{"line":16777216},"features":[],"#
      + #""profiles":["compose"],"unicode":"17.0","durability":"none","instance":"5f1c","pid":4711}"#)

  static let ping = MethodDescription("Answers.")

  static let discover = MethodDescription("Gives this document.", gives: #"{"openrpc":"1.3.2"}"#)

  static let stats = MethodDescription(
    "Gives counters, gauges and percentiles of latencies: the daemon's, and the caller's.",
    result: .open([]), gives: #"{"daemon":{"requests":12}}"#)

  static let sessionCreate = MethodDescription(
    "Makes a session.",
    params: Schema.Properties(
      settings + [.init("ifAbsent", .boolean, "true takes a session that is there already as it is")]),
    result: .reference("Session"),
    example: #"{"session":"tasks","selection":"multiple"}"#, gives: session)

  static let sessionConfigure = MethodDescription(
    "Changes what a session is; members that are left out stay.",
    params: Schema.Properties(settings),
    result: .reference("Session"),
    example: #"{"session":"tasks","selection":"multiple"}"#, gives: session)

  static let sessionInfo = MethodDescription(
    "Says what a session is.", params: [.session], result: .reference("Session"),
    example: #"{"session":"tasks"}"#, gives: session)

  static let sessionList = MethodDescription(
    "Lists the sessions that the caller may see.",
    params: [.init("prefix", .text, "only those whose name begins like this")],
    result: .open([.required("sessions", .array(.reference("Session")), "by name")]),
    example: #"{"prefix":"ta"}"#, gives: #"{"sessions":[\#(session)]}"#)

  static let sessionDelete = MethodDescription(
    "Ends a session; its watchers hear session.deleted.", params: [.session], example: #"{"session":"tasks"}"#
  )

  private static let settings: [Schema.Property] = [
    .session,
    .init(
      "profile", .choice(EnvironmentCodec.profileNames), "the style profile; compose if it is never said"),
    .init(
      "selection", .choice(["none", "single", "multiple"]),
      "how many cells may be selected; none if it is never said"),
    .init(
      "preserve", Schema.preserve, "which columns all rows keep: those that some row needs, or these"),
    .init("shared", .boolean, "whether other users may use it"),
  ]

  private static let session =
    #"{"session":"tasks","owner":1000,"profile":"compose","selection":"multiple","preserve":"auto","shared":false,"#
    + #""count":2,"revision":3,"bytes":400,"views":["main"]}"#
}

extension Schema.Property {
  /// The session that a method is about.
  static let session = required("session", .name, "the session's name")

  /// The view that a method is about.
  static let view = Schema.Property(
    "view", .name, "the name of a view; main if neither view nor environment is said")

  /// An anonymous view.
  static let environment = Schema.Property(
    "environment", .reference("Environment"), "an environment of the request's own, in place of a view")

  /// How rows are given.
  static let format = Schema.Property("format", Schema.format, "how rows are given; text if it is not said")

  /// A condition for a change.
  static let ifRevision = Schema.Property(
    "ifRevision", .revision, "changes nothing unless the session has this revision: revisionConflict")
}
