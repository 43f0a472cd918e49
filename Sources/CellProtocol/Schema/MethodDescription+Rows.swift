import CellEngine

extension MethodDescription {
  static let viewSet = MethodDescription(
    "Makes or changes a named view: members that are left out stay, null resets one; a width of null is unlimited.",
    params: Schema.Properties(
      [.session, .init("view", .name, "its name; main if it is not said")]
        + ObjectCodec<Environment>.environment.fields.map { .init($0.name, $0.schema, $0.summary) }),
    result: .reference("View"),
    example: #"{"session":"tasks","view":"phone","width":40}"#, gives: view)

  static let viewList = MethodDescription(
    "Lists the named views of a session.", params: [.session],
    result: .open([.required("views", .array(.reference("View")), "by name")]),
    example: #"{"session":"tasks"}"#, gives: #"{"views":[\#(view)]}"#)

  static let viewDelete = MethodDescription(
    "Ends a named view, but not main; its watchers hear view.deleted.",
    params: [.session, .required("view", .name, "its name")],
    example: #"{"session":"tasks","view":"phone"}"#)

  static let rowsPull = MethodDescription(
    "Gives rows: a range of indices, a range of heights, or those of the ids.",
    params: Schema.Properties(pull),
    result: .open(Schema.Properties(rows)),
    example: #"{"session":"tasks","environment":{"width":24},"count":1}"#, gives: "{\(reply)}")

  static let rowsWatch = MethodDescription(
    "Gives rows, and then rows.changed after each change of what it watches: the newest state, not a history.",
    params: Schema.Properties(
      pull + [
        .init("events", .boolean, "true tells of invoked actions too: action.invoked"),
        .init("interval", .integer(0...3_600_000), "milliseconds at least between two notifications"),
      ]),
    result: .open(
      Schema.Properties([.required("subscription", .name, "what its notifications name")] + rows)),
    example: #"{"session":"tasks","environment":{"width":24},"count":1}"#,
    gives: #"{"subscription":1,\#(reply)}"#)

  static let rowsUnwatch = MethodDescription(
    "Ends a watch.", params: [.required("subscription", .name, "what rows.watch gave")],
    example: #"{"subscription":1}"#)

  static let headerPull = MethodDescription(
    "Gives the object header of a cell.",
    params: [
      .session, .required("id", .name, "the cell's"), .view, .environment,
      .init("page", .count, "which of its pages; 0 if it is not said"), .format,
    ],
    result: .open([
      .required("id", .text, "the cell's"), .required("revision", .revision, "the session's"),
      .required("layout", .revision, "the view's"), .required("pages", .count, "how many there are"),
      .required("page", .count, "which one this is"),
      .required("height", .number(0...(.infinity)), "in lines or points"),
    ]),
    example: #"{"session":"tasks","id":"2"}"#,
    gives: #"{"id":"2","revision":9,"layout":1,"pages":1,"page":0,"height":1,"lines":["Book the crane"]}"#)

  static let cellLayout = MethodDescription(
    "Lays one cell out, without a session.",
    params: [.required("cell", .reference("Cell"), "the cell"), .environment, .format],
    result: .open([.required("row", .reference("Row"), "the row")]),
    example: #"{"cell":{"id":"2","title":"Book the crane"},"environment":{"width":24}}"#,
    gives: #"{"row":{"id":"2","index":0,"y":0,"height":1,"lines":["Book the crane"]}}"#)

  static let lint = MethodDescription(
    "Says what a designer would object to.", params: [.session, .view, .environment],
    result: .open([
      .required(
        "findings",
        .array(
          .open([
            .required("rule", .text, "its name"), .required("severity", .text, "how bad it is"),
            .required("ids", Schema.ids, "the cells"),
            .required("message", .text, "a sentence with the cure"),
            .required("source", .text, "where the rule is from"),
          ])), "the findings")
    ]),
    example: #"{"session":"tasks"}"#, gives: #"{"findings":[]}"#)

  private static let pull: [Schema.Property] = [
    .session, .view, .environment,
    .init("start", .count, "the index of the first row; 0 if it is not said"),
    .init("count", .count, "how many rows at most; 50 if it is not said"),
    .init("top", .number(0...(.infinity)), "where the rows begin, in lines or points, in place of start"),
    .init("height", .number(0...(.infinity)), "the height to fill, in place of count"),
    .init("ids", Schema.ids, "which rows, in place of a range"), .format,
    .init("pad", .boolean, "true keeps the spaces at the end of lines"),
    .init("include", .array(.choice(["cell"]), atMost: 16), "what rows carry beside their layout"),
    .init("exact", .boolean, "true waits until y and height are exact"),
    .init("since", .text, "the clock of what the client has: rows that did not change come as same"),
  ]

  private static let rows: [Schema.Property] = [
    .required("session", .text, "the session's name"),
    .init("view", .text, "the view's name; of an anonymous one there is none"),
    .required("revision", .revision, "the session's"),
    .required("layout", .revision, "the view's"),
    .required("clock", .text, "stands for all that the reply shows, for since"),
    .required("widthClass", .choice(WidthClass.allCases.map(\.rawValue)), "resolved"),
    .required("heightClass", .choice(HeightClass.allCases.map(\.rawValue)), "resolved"),
    .init("width", .nullable(.number(0...(.infinity))), "the view's"),
    .required("count", .count, "the cells of the list"),
    .required("height", .number(0...(.infinity)), "the list's, in lines or points"),
    .required("exact", .boolean, "whether y and height are exact, or estimates"),
    .init("diagnostics", .array(.text), "what all rows have otherwise than the profile asks for"),
    .required("rows", .array(.reference("Row")), "the rows"),
    .init("missing", Schema.ids, "ids that no cell has"),
    .init("next", .count, "where to go on, if the reply was cut"),
  ]

  private static let reply =
    #""session":"tasks","revision":9,"layout":1,"clock":"5f1c.9.1","widthClass":"compact","heightClass":"regular","#
    + #""width":24,"count":1,"height":1,"exact":true,"rows":[{"id":"2","index":0,"y":0,"height":1,"#
    + #""lines":["Book the crane"]}]"#

  private static let view =
    #"{"view":"phone","layout":2,"unit":"column","width":40,"height":null,"widthClass":"compact","#
    + #""heightClass":"regular","profile":"compose","mode":"browse","direction":"auto","split":0.5,"#
    + #""description":"auto","descriptionLines":3,"titleLines":1,"lineLimits":"profile","#
    + #""verticalAlignment":"auto","statusAxis":"auto","truncation":{"*":"tail"},"truncateAt":"cluster","#
    + #""ellipsis":"…","breaks":"normal","widthModel":"grapheme","ambiguousWidth":1,"separator":"none","#
    + #""margins":false,"tagLines":2,"statusWidth":null,"glyphs":"unicode","textScale":1,"font":null,"#
    + #""theme":"light","set":{"width":40},"count":1}"#
}
