import CellEngine

/// The members of the objects inside a cell.
extension ObjectCodec<Icon> {
  static let icon = ObjectCodec(
    Icon(),
    [
      .optional("name", .text, \.name, "a name of the icon table"),
      .optional("text", .text, \.text, "a short text, drawn as it is"),
      .optional("label", .text, \.label, "what a screen reader says"),
    ])
}

extension ValueCodec<Icon> {
  /// An icon, or its text; absent if it shows nothing.
  static let icon = object("Icon", .icon).orText { Icon(text: $0) }.absent {
    $0.name == nil && $0.text == nil
  }
}

extension ObjectCodec<Image> {
  static let image = ObjectCodec(
    Image(),
    [
      .optional("initials", .text, \.initials, "what stands there while there is no picture"),
      .optional("shape", .choice, \.shape, "round for a person, square for an object"),
      .standard("person", .bool, \.person, false, "whether it shows a person"),
      .optional("size", .number(0...10_000), \.size, "the edge, in points"),
      .optional("source", .text, \.source, "where the picture is"),
      .optional("label", .text, \.label, "what a screen reader says"),
    ])
}

extension ValueCodec<Image> {
  /// An image, or its initials; absent if there is nothing of it.
  static let image = object("Image", .image).absent { $0 == Image() }.orText { Image(initials: $0) }
}

extension ObjectCodec<Status> {
  static let status = ObjectCodec(
    Status(),
    [
      .optional("text", .text, \.text, "the text"),
      .optional("icon", .icon, \.icon, "an icon before or instead of the text"),
      .always("state", .choice, \.state, "the semantic state"),
      .optional("label", .text, \.label, "what a screen reader says"),
    ])
}

extension ValueCodec<Status> {
  /// A status, or its text; absent if it shows nothing.
  static let status = object("Status", .status).orText { Status(text: $0) }.absent {
    $0.text == nil && $0.icon == nil
  }
}

extension ObjectCodec<Rating> {
  static let rating = ObjectCodec(
    Rating(value: 0),
    [
      .required("value", .number(0...(.infinity)), \.value, "how many stars are full; halves are shown"),
      .always("max", .integer(1...100), \.max, "how many stars there are"),
      .optional("count", .integer(0...Int(Int32.max)), \.count, "how many votes there are"),
    ],
    check: checkRating)

  private static func checkRating(_ rating: Rating) throws(RPCError) {
    if rating.value > Double(rating.max) {
      throw .invalidParams("A rating is at most its max, which is \(rating.max).", path: "/value")
    }
  }
}

extension ValueCodec<Rating> {
  /// A rating, or its value out of five.
  static let rating = object("Rating", .rating)
    .orShort(.number(0...5), expected: "a number or an object", when: { $0.kind == .number }) {
      Rating(value: $0)
    }
}

extension ObjectCodec<Action> {
  static let action: ObjectCodec<Action> = ObjectCodec(
    Action(id: ""),
    [
      .required("id", .name, \.id, "what the action is known by in its cell"),
      .optional("title", .text, \.title, "the text of its button"),
      .optional("icon", .icon, \.icon, "its icon"),
      .always("kind", .choice, \.kind, "how it behaves"),
      .optional("on", .bool, \.on, "the state of a toggle; left out, it stays as it is"),
      .optional("progress", .number(0...1), \.progress, "how far a download is; left out, it stays as it is"),
      .standard("enabled", .bool, \.enabled, true, "whether it can be invoked"),
      .standard("items", .list(of: .action), \.items, [], "the actions of a menu"),
    ])
}

extension ValueCodec<Action> {
  static let action: ValueCodec<Action> = object("Action", .action)
}

extension ObjectCodec<SwipeActions> {
  static let swipe = ObjectCodec(
    SwipeActions(),
    [
      .standard("leading", .list(of: .name), \.leading, [], "actions at the leading edge, by id"),
      .standard("trailing", .list(of: .name), \.trailing, [], "actions at the trailing edge, by id"),
    ])
}

extension ObjectCodec<GridColumn> {
  static let column = ObjectCodec(
    GridColumn(text: ""),
    [
      .always("text", .anyText, \.text, "what the column shows"),
      .always(
        "width", .columnWidth, \.width, "dp from 1 on, a share of the row below 1, or what the others leave"),
    ])
}

extension ValueCodec<GridColumn.Width> {
  /// A width in dp from 1 on, a fraction below 1, or `"rest"`.
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
      .standard("tags", .list(of: .text), \.tags, [], "tags"),
      .standard("footnotes", .list(of: .text, atMost: 2), \.footnotes, [], "at most two footnotes"),
      .optional(
        "chart", .object("Chart", .chart).absent { $0 == HeaderContent.Chart() }, \.chart, "a small chart"),
      .optional("description", .text, \.description, "the description"),
    ])
}

extension ValueCodec<HeaderContent> {
  /// What a header shows; absent if that is nothing.
  static let header = object("Header", .header).absent { $0 == HeaderContent() }
}

extension ObjectCodec<HeaderContent.Chart> {
  static let chart = ObjectCodec(
    HeaderContent.Chart(),
    [
      .optional("title", .text, \.title, "its title"),
      .optional("subtitle", .text, \.subtitle, "its subtitle"),
      .optional("trend", .text, \.trend, "which way it goes"),
      .standard("values", .list(of: .number(-(.infinity)...(.infinity))), \.values, [], "its series"),
    ])
}
