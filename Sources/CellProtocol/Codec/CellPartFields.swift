import CellEngine
import CellWire

/// The members of the objects in a cell.
extension ObjectCodec<Icon> {
  static let icon = ObjectCodec(
    Icon(),
    [
      .optional("name", .text, \.name, "a name in the icon table"),
      .optional("text", .text, \.text, "a short text, shown as it is"),
      .optional("label", .text, \.label, "the text for screen readers"),
    ])
}

extension ValueCodec<Icon> {
  /// An icon, or its name or text as a string. An icon that shows nothing is absent.
  static let icon = object("Icon", .icon).orText { Icon($0) }.absent {
    $0.name == nil && $0.text == nil
  }
}

extension ObjectCodec<Image> {
  static let image = ObjectCodec(
    Image(),
    [
      .optional("initials", .text, \.initials, "the letters that are shown without a picture"),
      .optional("shape", .choice.orEmpty, \.shape, "round for a person, square for an object"),
      .standard("person", .bool, \.person, false, "true if it shows a person"),
      .optional("size", .number(0...10_000), \.size, "the length of an edge, in points"),
      .optional("source", .text, \.source, "the address of the picture"),
      .optional("label", .text, \.label, "the text for screen readers"),
    ])
}

extension ValueCodec<Image> {
  /// An image, or its initials. An image without members is absent.
  static let image = object("Image", .image).absent { $0 == Image() }.orText { Image(initials: $0) }
}

extension ObjectCodec<Status> {
  static let status = ObjectCodec(
    Status(),
    [
      .optional("text", .text, \.text, "the text"),
      .optional("icon", .icon, \.icon, "an icon before or instead of the text"),
      .always("state", .state, \.state, "the semantic state"),
      .optional("label", .text, \.label, "the text for screen readers"),
    ])
}

extension ValueCodec<Status.State> {
  /// A semantic state, also by the words that other systems use for it, in any case.
  static let state = choice(
    words: [
      "success": .positive, "ok": .positive, "warning": .critical, "error": .negative,
      "info": .informative, "information": .informative, "none": .neutral,
    ]
  ).orEmpty
}

extension ValueCodec<Status> {
  /// A status, or its text. A status that shows nothing is absent.
  static let status = object("Status", .status).orText { Status(text: $0) }.absent {
    $0.text == nil && $0.icon == nil
  }
}

extension ObjectCodec<Rating> {
  static let rating = ObjectCodec(
    Rating(value: 0),
    [
      .required("value", .number(0...(.infinity)), \.value, "the number of full stars, shown in halves"),
      .always("max", .integer(1...100), \.max, "the number of stars"),
      .optional("count", .integer(0...Int(Int32.max)), \.count, "the number of votes"),
    ],
    check: checkRating)

  private static func checkRating(_ rating: inout Rating) throws(RPCError) {
    if rating.value > Double(rating.max) {
      throw .invalidParams(
        "Expected a rating of at most \(rating.max), its max, got \(JSONNumber.token(rating.value)).",
        path: "/value")
    }
  }
}

extension ValueCodec<Rating> {
  /// A rating, or its value from 0 to 5.
  static let rating = object("Rating", .rating)
    .orShort(.number(0...5), expected: "a number or an object", when: { $0.kind == .number }) {
      Rating(value: $0)
    }
}

extension ObjectCodec<Action> {
  static let action: ObjectCodec<Action> = ObjectCodec(
    Action(id: ""),
    [
      .required("id", .name, \.id, "the id of the action in its cell"),
      .optional("title", .text, \.title, "the text of the button"),
      .optional("titleOn", .text, \.titleOn, "the text of a toggle that is on, instead of title"),
      .optional("icon", .icon, \.icon, "the icon of the button"),
      .always("kind", .choice.orEmpty, \.kind, "the kind of action"),
      .optional("on", .bool, \.on, "the state of a toggle; if left out, it stays as it is"),
      .optional(
        "progress", .number(0...1), \.progress, "the progress of a download; if left out, it stays as it is"),
      .standard("role", .choice.orEmpty, \.role, .normal, "the effect of the action, which its colour shows"),
      .standard(
        "presentation", .choice.orEmpty, \.presentation, .auto,
        "auto: icon and title, as far as they fit; icon: the icon; button: the title between borders"),
      .standard("enabled", .bool, \.enabled, true, "false if it cannot be invoked"),
      .standard("items", .list(of: .action), \.items, [], "the actions of a menu"),
    ])
}

extension ValueCodec<Action> {
  static let action: ValueCodec<Action> = object("Action", .action)
}

extension ValueCodec<ActionOffer> {
  /// The id of an action, or a whole action.
  static let offer = ValueCodec(
    schema: .either([.name, .reference("Action")], expected: "the id of an action, or an action"),
    read: { (node) throws(RPCError) in
      if node.kind == .object { return try ValueCodec<Action>.action.read(node).map { .whole($0) } }
      guard node.kind == .string || node.kind == .number else {
        throw .wrongType(at: "", expected: "the id of an action, or an action", found: node)
      }
      return .reference(try node.readName())
    },
    write: { offer, writer in
      switch offer {
      case .reference(let id): writer.string(id)
      case .whole(let action): ValueCodec<Action>.action.write(action, &writer)
      }
    })
}

extension ObjectCodec<SwipeActions> {
  static let swipe = ObjectCodec(
    SwipeActions(),
    [
      .standard("leading", .list(of: .offer), \.leading, [], "the actions at the leading edge"),
      .standard("trailing", .list(of: .offer), \.trailing, [], "the actions at the trailing edge"),
    ])
}

extension ObjectCodec<GridColumn> {
  static let column = ObjectCodec(
    GridColumn(text: ""),
    [
      .always("text", .anyText, \.text, "the text of the column"),
      .always(
        "width", .columnWidth, \.width,
        "1 or more: dp; less than 1: a fraction of the row; rest: what is left"),
    ])
}

extension ValueCodec<GridColumn.Width> {
  /// A width in dp (1 or more), a fraction (less than 1), or `"rest"`.
  fileprivate static let columnWidth = ValueCodec(
    schema: .either([.number(0...(.infinity)), .choice(["rest"])], expected: "a number or \"rest\""),
    read: { (node) throws(RPCError) in
      if node.equals("rest") { return .rest }
      guard node.kind == .number else {
        throw .wrongType(at: "", expected: "a number or \"rest\"", found: node)
      }
      let width = try node.readNumber(in: 0...(.infinity))
      return width < 1 ? .fraction(width) : .fixed(width)
    },
    write: { width, writer in
      switch width {
      case .fixed(let width), .fraction(let width): writer.double(width)
      case .rest: writer.literal("\"rest\"")
      }
    })
}

extension ObjectCodec<HeaderContent> {
  static let header = ObjectCodec(
    HeaderContent(),
    [
      .standard("tags", .list(of: .text), \.tags, [], "the tags"),
      .standard("footnotes", .list(of: .text, atMost: 2), \.footnotes, [], "at most two footnotes"),
      .optional(
        "chart", .object("Chart", .chart).absent { $0 == HeaderContent.Chart() }, \.chart, "a small chart"),
      .optional("description", .text, \.description, "the description"),
    ])
}

extension ValueCodec<HeaderContent> {
  /// The content of a header. A header without members is absent.
  static let header = object("Header", .header).absent { $0 == HeaderContent() }
}

extension ObjectCodec<HeaderContent.Chart> {
  static let chart = ObjectCodec(
    HeaderContent.Chart(),
    [
      .optional("title", .text, \.title, "the title"),
      .optional("subtitle", .text, \.subtitle, "the subtitle"),
      .optional("kpi", .text, \.kpi, "the key figure, such as 78 °C"),
      .optional(
        "trend", .trend, \.trend,
        "the trend, such as +12 %, or a status, for example with the icon trend-up and a state"),
      .standard("type", .choice.orEmpty, \.form, .column, "the form of the series"),
      .standard("values", .list(of: .number(-(.infinity)...(.infinity))), \.values, [], "the series"),
      .optional("minimum", .text, \.minimum, "the label of the lowest value instead of its number"),
      .optional("maximum", .text, \.maximum, "the label of the highest value instead of its number"),
    ])
}

extension ValueCodec<Status> {
  /// The trend of a chart. Clients get it as a string if it is only a text.
  static let trend = ValueCodec(
    schema: status.schema, read: status.read,
    write: { trend, writer in
      if trend.isText, let text = trend.text { writer.string(text) } else { status.write(trend, &writer) }
    })
}
