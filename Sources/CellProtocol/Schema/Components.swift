import CellEngine

/// Parts of the protocol that several methods share, by name.
extension Schema {
  /// All that `reference` may name, in the order in which it is printed.
  public static let components: [(name: String, summary: String, schema: Schema)] = [
    ("Cell", "One item of a list: data, not pixels.", ObjectCodec<Cell>.cell.schema),
    ("Icon", "A name of the icon table, or a short text.", ObjectCodec<Icon>.icon.schema),
    ("Image", "A detail image or an avatar.", ObjectCodec<Image>.image.schema),
    ("Status", "A text, an icon, or both, with a semantic state.", ObjectCodec<Status>.status.schema),
    ("Rating", "Stars.", ObjectCodec<Rating>.rating.schema),
    ("Action", "Something that a user may invoke.", ObjectCodec<Action>.action.schema),
    ("SwipeActions", "The actions behind a swipe.", ObjectCodec<SwipeActions>.swipe.schema),
    ("GridColumn", "A column of a cell of kind grid.", ObjectCodec<GridColumn>.column.schema),
    ("Header", "What only the object header shows.", ObjectCodec<HeaderContent>.header.schema),
    ("Chart", "The chart of an object header.", ObjectCodec<HeaderContent.Chart>.chart.schema),
    ("CellPatch", "A JSON Merge Patch (RFC 7396) of a cell's long form: null takes a member away.", .any),
    ("Environment", "What a list is seen in.", ObjectCodec<Environment>.environment.schema),
    ("Font", "A font, for points.", ObjectCodec<Environment.Font>.font.schema),
    ("Session", "What a session is.", sessionInfo),
    ("View", "A view, its environment, and the members as they were set.", view),
    ("Row", "A cell laid out; what it carries depends on the format.", row),
    ("Error", "The error object of a reply.", error),
  ]

  static let cells = Schema.array(.reference("Cell"))
  static let ids = Schema.array(.name)
  static let format = Schema.choice(RowFormat.allCases.map(\.rawValue))

  /// Where cells go.
  static let position = Schema.either(
    [
      .choice(["end", "start"]), .count,
      .oneOf([
        Property("before", .name, "before the cell of this id"),
        Property("after", .name, "behind the cell of this id"),
      ]),
    ],
    expected: "\"end\", \"start\", an index, {\"before\": id} or {\"after\": id}")

  private static let sessionInfo = Schema.open([
    .required("session", .text, "its name"),
    .required("owner", .integer(0...(.max)), "the user id that it belongs to"),
    .required("profile", .choice(EnvironmentCodec.profileNames), "its style profile"),
    .required("selection", .choice(SelectionMode.allCases.map(\.rawValue)), "how many cells may be selected"),
    .required("preserve", preserve, "which columns all rows keep"),
    .required("shared", .boolean, "whether other users may use it"),
    .required("count", .count, "its cells"),
    .required("revision", .revision, "its revision"),
    .required("bytes", .count, "what it holds in memory"),
    .required("views", .array(.text), "the names of its views"),
  ])

  static let preserve = Schema.either(
    [
      .choice(["auto"]),
      .array(.choice(Slot.preservable.map(\.rawValue)), atMost: Slot.preservable.count),
    ],
    expected: "\"auto\" or a list of control, unread, number, icons, image, description, status and accessory"
  )

  private static let view = Schema.open(
    Properties(
      [
        .required("view", .text, "its name"),
        .required("layout", .revision, "grows with every change of the environment"),
      ] + ObjectCodec<Environment>.environment.fields.map(resolved) + [
        .required("set", .reference("Environment"), "the members as they were set"),
        .required("count", .count, "the cells of the list"),
        Property("diagnostics", .array(.text), "what all rows have otherwise than the profile asks for"),
      ]))

  /// A member of an environment as it came out; null where it has no value.
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
    .required("index", .count, "its place in the list"),
    .required("y", .number(0...(.infinity)), "where it begins, in lines or points"),
    .required("height", .number(0...(.infinity)), "in lines or points"),
    Property("same", .boolean, "true where nothing changed, and then all else is left out"),
    Property("lines", .array(.any), "formats text, ansi: texts; spans: arrays of spans"),
    Property("elements", .array(.any), "format frames: the elements with their rectangles"),
    Property("label", .text, "format frames: what a screen reader says"),
    Property("picture", .text, "format svg: an svg element that stands alone; format html: an li element"),
    Property("size", .any, "formats svg, html: the picture's width and height in CSS pixels"),
    Property("diagnostics", .array(.text), "what could not be shown as it was asked for"),
    Property("selected", .boolean, "whether the cell is selected"),
    Property("unread", .boolean, "whether it has an unread mark"),
    Property("cell", .reference("Cell"), "with include: [\"cell\"]"),
  ])

  private static let error = Schema.open([
    .required("code", .choiceOfCodes, "the JSON-RPC error code"),
    .required("message", .text, "a sentence with the cure"),
    .required(
      "data",
      .open([
        .required("kind", .choice(ErrorKind.allCases.map(\.rawValue)), "its stable name"),
        Property("path", .text, "the place in the parameters, as a JSON pointer"),
        Property("hint", .text, "what was probably meant"),
        Property("limit", .choice(Limits.Name.allCases.map(\.rawValue)), "limitExceeded: which limit"),
        Property(
          "scope", .choice(Limits.Scope.allCases.map(\.rawValue)), "limitExceeded: for what it counts"),
        Property("max", .count, "limitExceeded: the limit"),
        Property("revision", .revision, "revisionConflict: the session's"),
        Property("retryAfter", .count, "busy: milliseconds"),
        Property("address", .text, "moved: where to"),
      ]), "what programs need"),
  ])

  private static let choiceOfCodes = Schema.integer(-32768...(-32000))

  /// What the limit of a reply took from a list that cannot be asked for again.
  static let omitted = Property(
    "omitted", .count, "how many elements the list before it leaves out, as the reply is full")

  /// The revision that a change gives.
  static let revised = Property.required("revision", .revision, "the session's, from now on")
}
