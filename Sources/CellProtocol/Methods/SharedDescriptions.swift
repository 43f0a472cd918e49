import CellEngine
import CellWire

/// Parts that several methods share.
extension MethodDescription {
  /// The parameters of methods that set the settings of a session.
  static let sessionSettings: [Schema.Property] = [
    .session, .owner,
    .init(
      "profile", .choice(EnvironmentCodec.profileNames), "the style profile; the default is compose"),
    .init(
      "selection", .choice(["none", "single", "multiple"]),
      "how many cells may be selected; the default is none"),
    .init(
      "preserve", Schema.preserve, "the columns that all rows keep: those that a row needs (auto), or these"),
    .init("shared", .boolean, "whether other users may use it"),
    .init(
      "durability", Schema.durability, "what a change survives when it is answered; see hello.durabilities"),
    .init(
      "selectionActions", Schema.selectionActions, "the actions of an app bar for the selection; at most 100"),
    .init("drillDown", .boolean, "false refuses the action open, and draws no chevron; the default is true"),
  ]

  /// An example of a `Session`.
  static let sessionExample =
    #"{"session":"tasks","owner":1000,"ownerName":"anna","profile":"compose","selection":"multiple","preserve":"auto","shared":false,"#
    + #""durability":"memory","selectionActions":[],"drillDown":true,"count":2,"revision":3,"bytes":400,"views":["main"]}"#

  /// The parameters of methods that return rows.
  static let rowsParameters: [Schema.Property] =
    [
      .session, .owner, .view, .environment,
    ] + windowParameters + [
      .init("ids", Schema.rowIDs, "the cells of the rows, instead of a range"), .format,
      .init("pad", .boolean, "true fills lines with spaces up to the width"),
      .init("include", .array(.choice(["cell"]), atMost: 16), "additional members of rows"),
      .init("exact", .boolean, "true waits until y and height are exact"),
      .init("since", .text, "the clock of the rows that the client has; unchanged rows come as same"),
    ]

  /// The parameters that choose a window of rows.
  static let windowParameters: [Schema.Property] = [
    .init("start", .count, "the index of the first row; the default is 0"),
    .init("count", .count, "the maximum number of rows; the default is 50"),
    .init("top", .number(0...(.infinity)), "the top of the rows, in lines or points, instead of start"),
    .init("height", .number(0...(.infinity)), "the height to fill, instead of count"),
    .init("anchor", Schema.anchor, "a row that keeps its place, instead of top"),
  ]

  /// The parameters of reads that can wait for a revision.
  static let waitParameters: [Schema.Property] = [
    .init("minRevision", .revision, "waits until the session has this revision"),
    .init("timeout", .integer(0...60_000), "the maximum wait in milliseconds; the default is 1000"),
  ]

  /// The members of a result that has rows.
  static let rowsResult: [Schema.Property] = [
    .required("session", .text, "the session's name"),
    .init("view", .nullable(.text), "the view's name; null for an anonymous view"),
    .required("revision", .revision, "the session's"),
    .required("layout", .revision, "the view's"),
    .required("clock", .text, "identifies the state of the reply, for since"),
    .required("widthClass", .choice(WidthClass.allCases.map(\.rawValue)), "the resolved class"),
    .required("heightClass", .choice(HeightClass.allCases.map(\.rawValue)), "the resolved class"),
    .init("width", .nullable(.number(0...(.infinity))), "the view's"),
    .required("count", .count, "the rows of the view, its sections included"),
    .required("height", .number(0...(.infinity)), "the list's, in lines or points"),
    .required("exact", .boolean, "whether y and height are exact, or estimates"),
    .init("diagnostics", .array(.text), "how all rows differ from the profile"),
    .required("rows", .array(.reference("Row")), "the rows"),
    .init("section", .reference("Section"), "the group of the first row, in a grouped view"),
    .init("anchor", Schema.anchor, "the first row of a span, and its place in it"),
    .init("missing", Schema.rowIDs, "ids that the view does not show"),
    .init("next", .count, "the index to go on with, if the reply was cut"),
  ]

  /// An example of a result that has rows, without braces.
  static let rowsExample =
    #""session":"tasks","revision":9,"layout":1,"clock":"5f1c.9.1","widthClass":"compact","heightClass":"regular","#
    + #""width":24,"count":1,"height":1,"exact":true,"rows":[{"id":"2","index":0,"y":0,"height":1,"#
    + #""lines":["Book the crane"]}]"#

  /// An example of a `View`.
  static let viewExample =
    #"{"view":"phone","layout":2,"unit":"column","width":40,"height":null,"widthClass":"compact","#
    + #""heightClass":"regular","profile":"compose","mode":"browse","direction":"auto","split":0.5,"#
    + #""description":"auto","descriptionLines":3,"titleLines":1,"lineLimits":"profile","#
    + #""verticalAlignment":"auto","statusAxis":"auto","truncation":{"*":"tail"},"truncateAt":"cluster","#
    + #""ellipsis":"…","breaks":"normal","widthModel":"wcwidth","ambiguousWidth":1,"isolates":false,"separator":"none","#
    + #""margins":false,"tagLines":2,"statusWidth":null,"glyphs":"unicode","textScale":1,"font":null,"#
    + #""theme":"light","where":null,"sort":null,"group":null,"collapsed":null,"set":{"width":40},"count":1}"#
}

extension Schema.Property {
  /// The session of a method.
  static let session = required("session", .name, "the session's name")

  /// The owner of the session of a method.
  static let owner = Schema.Property(
    "owner", .name, "the session's owner: a user's name or number, or me; the default is any")

  /// The view of a method.
  static let view = Schema.Property(
    "view", .name, "the name of a view; the default is main")

  /// An anonymous view.
  static let environment = Schema.Property(
    "environment", .reference("Environment"), "an anonymous environment, instead of a view")

  /// The format of rows.
  static let format = Schema.Property("format", Schema.format, "the format of rows; the default is text")

  /// The part of a row that a gesture shows.
  static func reveal(ofSession hasID: Bool) -> Schema.Property {
    let what = required("what", .choice(Reveal.allCases.map(\.rawValue)), "the part that is shown")
    return Schema.Property(
      "reveal", .object(hasID ? [required("id", .name, "the id of the cell"), what] : [what]),
      "draws a part that a gesture shows, in the formats frames, svg and html")
  }

  /// A condition for a change.
  static let ifRevision = Schema.Property(
    "ifRevision", .revision, "changes nothing if the session has another revision: revisionConflict")
}
