import CellEngine
import CellWire

/// Parts of the protocol that several methods share, by name.
extension Schema {
  /// The parts that `reference` may name, in the order of the document.
  public static let components: [(name: String, summary: String, schema: Schema)] = [
    ("Cell", "One item of a list: data, not pixels.", members(of: .cell)),
    ("Icon", "A name of the icon table, or a short text.", members(of: .icon)),
    ("Image", "A detail image or an avatar.", members(of: .image)),
    ("Status", "A text, an icon, or both, with a semantic state.", members(of: .status)),
    ("Rating", "Stars.", members(of: .rating)),
    ("Action", "An action that a user may invoke.", members(of: .action)),
    ("SwipeActions", "The actions that a swipe shows.", members(of: .swipe)),
    ("GridColumn", "A column of a cell of kind grid.", members(of: .column)),
    ("Header", "The members that only the object header shows.", members(of: .header)),
    ("Chart", "The chart of an object header.", members(of: .chart)),
    ("CellPatch", "A JSON Merge Patch (RFC 7396) of a cell's long form: null removes a member.", .any),
    (
      "Environment", "The environment that a list is laid out in.",
      ObjectCodec<Environment>.environment.schema
    ),
    ("Font", "A font, for points.", ObjectCodec<Environment.Font>.font.schema),
    (
      "Condition", "A comparison of the values of a field, or a combination of conditions.", Schema.condition
    ),
    ("SortKey", "A key of the order of cells.", ObjectCodec<SortKey>.sortKey.schema),
    ("Session", "The properties of a session.", sessionInfo),
    ("View", "A view, its environment, and the members as they were set.", view),
    ("Row", "The layout of a cell. Its members depend on the format.", row),
    ("Section", "A group of a grouped view.", section),
    ("Error", "The error object of a reply.", error),
  ]

  static let cells = Schema.array(.reference("Cell"))
  static let ids = Schema.array(.name)
  /// Ids of cells, and of sections of grouped views.
  static let rowIDs = Schema.array(.rowName)

  /// A row that keeps its place in a window.
  static let anchor = Schema.object([
    Property("id", .rowName, "the row's id; without it, the row at index"),
    Property(
      "offset", .number(-.infinity...(.infinity)),
      "its top below the top of the window, in lines or points; the default is 0"),
    Property("index", .count, "the index of the row that replaces it if the view does not show it"),
  ])

  private static let section = Schema.open([
    .required("id", .rowName, "the id of its row"), .required("kind", .choice(["section"]), "always section"),
    .required("title", .text, "its value, as people read it"),
    Property("value", .nullable(.any), "its value"),
    .required("count", .count, "its cells, also if they are hidden"),
  ])
  static let format = Schema.choice(RowFormat.allCases.map(\.rawValue))

  /// The position of cells.
  static let position = Schema.either(
    [
      .choice(["end", "start"]), .count,
      .oneOf([
        Property("before", .name, "before the cell of this id"),
        Property("after", .name, "after the cell of this id"),
      ]),
    ],
    expected: "\"end\", \"start\", an index, {\"before\": id} or {\"after\": id}")

  private static let sessionInfo = Schema.open([
    .required("session", .text, "its name"),
    .required("owner", .integer(0...(.max)), "the user id of its owner"),
    .required("ownerName", .text, "the name of its owner; the digits of the user id if it has none"),
    .required("profile", .choice(EnvironmentCodec.profileNames), "its style profile"),
    .required("selection", .choice(SelectionMode.allCases.map(\.rawValue)), "how many cells may be selected"),
    .required("preserve", preserve, "the columns that all rows keep"),
    .required("shared", .boolean, "whether other users may use it"),
    .required("durability", durability, "what a change survives when it is answered"),
    .required("selectionActions", selectionActions, "the actions of an app bar for the selection"),
    .required("drillDown", .boolean, "whether cells have the action open"),
    .required("count", .count, "its cells"),
    .required("revision", .revision, "its revision"),
    .required("bytes", .count, "its memory"),
    .required("views", .array(.text), "the names of its views"),
  ])

  static let selectionActions = Schema.array(.reference("Action"), atMost: 100)

  static let preserve = Schema.either(
    [
      .choice(["auto"]),
      .array(.choice(Slot.preservable.map(\.rawValue)), atMost: Slot.preservable.count),
    ],
    expected: "\"auto\" or a list of control, unread, number, icons, image, description, status and accessory"
  )

  /// The events that changes survive.
  static let durability = Schema.either(
    [
      .choice(["memory", "written", "synced"]),
      .object([.required("replicated", .integer(1...1_000), "replicas of the store that have it")]),
    ],
    expected: "\"memory\", \"written\", \"synced\" or {\"replicated\": n}")

  private static let view = Schema.open(
    Properties(
      [
        .required("view", .text, "its name"),
        .required("layout", .revision, "grows with every change of the environment"),
      ] + ObjectCodec<Environment>.environment.fields.map(resolved) + [
        .required("set", .reference("Environment"), "the members as they were set"),
        .required("count", .nullable(.count), "the rows of the view; null while its order is made"),
        Property("diagnostics", .array(.text), "how all rows differ from the profile"),
      ]))

  /// A member of a resolved environment; null if it has no value.
  private static func resolved(_ field: Field<Environment>) -> Property {
    let schema: Schema =
      switch field.name {
      case "widthClass": .choice(WidthClass.allCases.map(\.rawValue))
      case "heightClass": .choice(HeightClass.allCases.map(\.rawValue))
      default: .nullable(field.schema)
      }
    return .required(field.name, schema, field.summary)
  }

  private static let row = Schema.open([
    .required("id", .text, "the cell's"),
    .required("index", .count, "its index in the list"),
    .required("y", .number(0...(.infinity)), "its top, in lines or points"),
    .required("height", .number(0...(.infinity)), "in lines or points"),
    Property("same", .boolean, "true if nothing changed; other members are left out then"),
    Property("lines", .array(.any), "formats text, ansi: texts; spans: arrays of spans"),
    Property("elements", .array(.any), "format frames: the elements with their rectangles"),
    Property("label", .text, "format frames: what a screen reader says"),
    Property("picture", .text, "format svg: an svg element; format html: an li element"),
    Property("size", .any, "formats svg, html: the picture's width and height in CSS pixels"),
    Property("overlay", .any, "with reveal: a menu or a preview next to the row, with its rectangle"),
    Property("diagnostics", .array(.text), "what the row cannot show as requested"),
    Property("clipped", .boolean, "true if lines or elements are left out because of the limit row"),
    Property("selected", .boolean, "whether the cell is selected"),
    Property("unread", .boolean, "whether it has an unread mark"),
    Property("cell", .reference("Cell"), "with include: [\"cell\"]"),
  ])

  private static let error = Schema.open([
    .required("code", .choiceOfCodes, "the JSON-RPC error code"),
    .required("message", .text, "a sentence with the fix"),
    .required(
      "data",
      .open([
        .required("kind", .choice(ErrorKind.allCases.map(\.rawValue)), "its stable name"),
        Property("path", .text, "the place in the parameters, as a JSON pointer"),
        Property("hint", .text, "the name that was probably meant"),
        Property("limit", .choice(Limits.Name.allCases.map(\.rawValue)), "limitExceeded, busy: which limit"),
        Property(
          "scope", .choice(Limits.Scope.allCases.map(\.rawValue)),
          "limitExceeded, busy: the scope of the limit"),
        Property("max", .count, "limitExceeded: the limit"),
        Property("revision", .revision, "revisionConflict: the session's"),
        Property("retryAfter", .count, "busy: milliseconds"),
        Property("address", .text, "moved: the new address"),
      ]), "details for programs"),
  ])

  private static let choiceOfCodes = Schema.integer(-32768...(-32000))

  /// The number of elements that the limit of a reply removed from a list that cannot be requested
  /// again.
  static let omitted = Property(
    "omitted", .count, "the number of elements that the list before it leaves out, as the reply is full")

  /// The revision after a change.
  static let revised = Property.required("revision", .revision, "the session's new revision")
}
