/// The one table of the members of cells, in the order of protocol.md.
///
/// A row has the name on the wire, the form, the tag in records, and the documentation. `at` is the
/// property of the value type (``Cell`` and its parts).
extension CellMember {
  /// Where the choices of an action are in the byte that begins it.
  static let roleShift: UInt8 = 3
  static let presentationShift: UInt8 = 5
  static let enabledShift: UInt8 = 7

  /// The members of a kind of object.
  static func members(of kind: Kind) -> [CellMember] {
    switch kind {
    case .cell: Cell.rows.map(\.member)
    case .icon: Icon.rows.map(\.member)
    case .image: Image.rows.map(\.member)
    case .status: Status.rows.map(\.member)
    case .rating: Rating.rows.map(\.member)
    case .action: Action.rows.map(\.member)
    case .swipe: SwipeActions.rows.map(\.member)
    case .column: GridColumn.rows.map(\.member)
    case .header: HeaderContent.rows.map(\.member)
    case .chart: HeaderContent.Chart.rows.map(\.member)
    }
  }
}

extension Cell: CellObject {
  static let blank = Cell(id: "", title: "")

  static let rows: [MemberRow<Cell>] = [
    .init(
      "id", .name, .id, at: \.id, traits: [.required, .field, .readable], in: .first,
      "the id of the cell in its session"),
    .init(
      "title", .text, .title, at: \.title, slot: .title, traits: [.required, .always, .field, .readable],
      "the first text row; only the kind skeleton may leave it out"),
    .init(
      "subtitle", .text, .subtitle, at: \.subtitle, slot: .subtitle, traits: [.field, .readable],
      role: .subtitle, value: .value, "the second text row"),
    .init(
      "footnote", .text, .footnote, at: \.footnote, slot: .footnote, traits: [.field, .readable],
      role: .footnote, "the third text row; the same as caption if the profile has only that"),
    .init(
      "caption", .text, .caption, at: \.caption, slot: .caption, traits: [.field, .readable], role: .footnote,
      "the third or fourth text row"),
    .init(
      "description", .text, .description, at: \.description, slot: .description, traits: [.field, .readable],
      in: .late, role: .description, value: .value,
      "a longer text, below the main content or in its own column"),
    .init(
      "preview", .text, .preview, at: \.preview, traits: [.field, .readable], in: .hidden, role: .description,
      "what a peek shows"),
    .init(
      "number", .label, .number, at: \.number, slot: .number, traits: [.field, .readable], role: .label,
      "the numeric label"),
    .init(
      "icons", .object(.icon), .icon, at: \.icons, slot: .icons, traits: [.listOrOne, .field],
      "the icon stack"),
    .init("unread", .unread, at: \.unread, slot: .unread, traits: .field, "true shows an unread mark"),
    .init("image", .object(.image), .image, at: \.image, slot: .image, traits: .field, "the detail image"),
    .init(
      "avatars", .object(.image), .avatar, at: \.avatars, slot: .avatars, traits: [.list, .field],
      "the avatars in the main content"),
    .init(
      "status", .object(.status), .status, at: \.status, slot: .status, traits: [.listOrOne, .field],
      "the attributes at the trailing edge"),
    .init(
      "info", .object(.status), .info, at: \.info, slot: .info, traits: .field,
      "the status info label in the main content"),
    .init(
      "tags", .line, .tag, at: \.tags, slot: .tags, traits: [.listOrOne, .field, .readable], role: .tag,
      "the tags in the main content"),
    .init(
      "rating", .object(.rating), .rating, at: \.rating, slot: .rating, traits: .field,
      "the rating in the main content"),
    .init(
      "accessory", .choice(.accessory), .accessory, at: \.accessory, slot: .accessory, traits: .field,
      in: .early, "the mark at the trailing edge"),
    .init(
      "actions", .object(.action), .action, at: \.actions, slot: .actions, traits: [.list, .field],
      "the secondary actions"),
    .init("swipe", .object(.swipe), at: \.swipe, in: .late, "the actions that a swipe shows"),
    .init("menu", .offer, .menu, at: \.menu, traits: .list, in: .late, "the context menu"),
    .init(
      "detailActions", .name, .detailAction, at: \.detailActions, traits: .list, in: .late,
      "the actions that the drill-down page shows"),
    .init(
      "selected", .selected, at: \.selected, traits: .field,
      "true if the cell is selected; if left out, that stays as it is"),
    .init(
      "enabled", .flag(standard: true), .disabled, at: \.enabled, traits: .field, in: .early,
      "false if the cell and its actions are disabled"),
    .init("href", .raw, .href, at: \.href, traits: .field, in: .late, "where a drill-down leads"),
    .init(
      "kind", .choice(.kind), .kind, at: \.kind, traits: .field, in: .first,
      "the kind of row; section, empty and skeleton are parts of the list, and not objects"),
    .init(
      "columns", .object(.column), at: \.columns, traits: [.list, .field], in: .late,
      "the columns of kind grid"),
    .init(
      "count", .integer, .count, at: \.count, slot: .count, in: .early, range: 0...Double(Int32.max),
      "the number of objects in a section"),
    .init(
      "header", .object(.header), .header, at: \.header, in: .hidden,
      "content that only the object header shows"),
    .init(
      "truncate", .modes, .truncate, at: \.truncate, in: .early, "truncation by slot, instead of the view's"),
    .init(
      "data", .json, .data, at: \.data, traits: [.field, .readable], in: .hidden,
      "any JSON; it is returned as the same value"),
  ]
}

extension Icon: CellObject {
  static let blank = Icon()

  static let rows: [MemberRow<Icon>] = [
    .init("name", .raw, .iconName, at: \.name, traits: [.content, .value], "a name in the icon table"),
    .init(
      "text", .line, .iconText, at: \.text, traits: [.content, .short, .value], role: .label,
      "a short text, shown as it is"),
    .init("label", .raw, .iconLabel, at: \.label, "the text for screen readers"),
  ]
}

extension Image: CellObject {
  static let blank = Image()

  static let rows: [MemberRow<Image>] = [
    .init(
      "initials", .line, .initials, at: \.initials, traits: [.short, .value], role: .label,
      "the letters that are shown without a picture"),
    .init(
      "shape", .bits(.shape, shift: 0, isOptional: true), at: \.shape,
      "round for a person, square for an object"),
    .init("person", .bit(7, standard: false), at: \.person, "true if it shows a person"),
    .init("size", .number, .imageSize, at: \.size, range: 0...10_000, "the length of an edge, in points"),
    .init("source", .raw, .imageSource, at: \.source, "the address of the picture"),
    .init("label", .raw, .imageLabel, at: \.label, "the text for screen readers"),
  ]
}

extension Status: CellObject {
  static let blank = Status()

  static let rows: [MemberRow<Status>] = [
    .init(
      "text", .line, .statusText, at: \.text, traits: [.content, .short, .value, .readable], role: .status,
      "the text"),
    .init("icon", .object(.icon), at: \.icon, traits: .content, "an icon before or instead of the text"),
    .init(
      "state", .bits(.state, shift: 0, isOptional: false), at: \.state, traits: [.always, .field],
      "the semantic state"),
    .init("label", .raw, .statusLabel, at: \.label, "the text for screen readers"),
  ]
}

extension Rating: CellObject {
  static let blank = Rating(value: 0)

  static let rows: [MemberRow<Rating>] = [
    .init(
      "value", .part(isInteger: false), at: \.value, traits: [.required, .short, .always, .value],
      range: 0...(.infinity), "the number of full stars, shown in halves"),
    .init(
      "max", .part(isInteger: true), at: \.max, traits: [.always, .field], range: 1...100, standard: 5,
      "the number of stars"),
    .init(
      "count", .part(isInteger: true), at: \.count, traits: .field, range: 0...Double(Int32.max),
      "the number of votes"),
  ]
}

extension Action: CellObject {
  static let blank = Action(id: "")

  static let rows: [MemberRow<Action>] = [
    .init("id", .name, .actionID, at: \.id, traits: [.required, .field], "the id of the action in its cell"),
    .init("title", .line, .actionTitle, at: \.title, traits: .value, role: .action, "the text of the button"),
    .init(
      "titleOn", .line, .actionTitleOn, at: \.titleOn, role: .action,
      "the text of a toggle that is on, instead of title"),
    .init("icon", .object(.icon), at: \.icon, "the icon of the button"),
    .init(
      "kind", .bits(.action, shift: 0, isOptional: false), at: \.kind, traits: .always, "the kind of action"),
    .init("on", .on, at: \.on, "the state of a toggle; if left out, it stays as it is"),
    .init(
      "progress", .progress, at: \.progress, "the progress of a download; if left out, it stays as it is"),
    .init(
      "role", .bits(.role, shift: CellMember.roleShift, isOptional: false), at: \.role,
      "the effect of the action, which its colour shows"),
    .init(
      "presentation", .bits(.presentation, shift: CellMember.presentationShift, isOptional: false),
      at: \.presentation,
      "auto: icon and title, as far as they fit; icon: the icon; button: the title between borders"),
    .init(
      "enabled", .bit(CellMember.enabledShift, standard: true), at: \.enabled, "false if it cannot be invoked"
    ),
    .init("items", .object(.action), .itemsBegin, at: \.items, traits: .list, "the actions of a menu"),
  ]
}

extension SwipeActions: CellObject {
  static let blank = SwipeActions()

  static let rows: [MemberRow<SwipeActions>] = [
    .init("leading", .offer, .swipeLeading, at: \.leading, traits: .list, "the actions at the leading edge"),
    .init(
      "trailing", .offer, .swipeTrailing, at: \.trailing, traits: .list, "the actions at the trailing edge"),
  ]
}

extension GridColumn: CellObject {
  static let blank = GridColumn(text: "")

  static let rows: [MemberRow<GridColumn>] = [
    .init(
      "text", .line, .column, at: \.text, traits: [.always, .value, .readable], role: .subtitle,
      "the text of the column"),
    .init(
      "width", .width, .columnWidth, at: \.width,
      "1 or more: dp; less than 1: a fraction of the row; rest: what is left"),
  ]
}

extension HeaderContent: CellObject {
  static let blank = HeaderContent()

  static let rows: [MemberRow<HeaderContent>] = [
    .init("tags", .line, .headerTag, at: \.tags, traits: [.list, .field, .readable], role: .tag, "the tags"),
    .init(
      "footnotes", .text, .headerFootnote, at: \.footnotes, traits: [.list, .two, .field, .readable],
      role: .footnote,
      "at most two footnotes"),
    .init("chart", .object(.chart), .chart, at: \.chart, "a small chart"),
    .init(
      "description", .text, .headerDescription, at: \.description, traits: [.field, .readable],
      role: .description, "the description"),
  ]
}

extension HeaderContent.Chart: CellObject {
  static let blank = HeaderContent.Chart()

  static let rows: [MemberRow<HeaderContent.Chart>] = [
    .init("title", .line, .chartTitle, at: \.title, role: .title, "the title"),
    .init("subtitle", .line, .chartSubtitle, at: \.subtitle, role: .footnote, "the subtitle"),
    .init("kpi", .line, .chartKPI, at: \.kpi, role: .kpi, "the key figure, such as 78 °C"),
    .init(
      "trend", .object(.status), .trend, at: \.trend, traits: .asText,
      "the trend, such as +12 %, or a status, for example with the icon trend-up and a state"),
    .init("type", .bits(.chart, shift: 0, isOptional: false), at: \.form, "the form of the series"),
    .init("values", .numbers, .chartValue, at: \.values, "the series"),
    .init(
      "minimum", .seriesLabel(isHighest: false), .chartMinimum, at: \.minimum, traits: .always,
      role: .footnote,
      "the label of the lowest value instead of its number"),
    .init(
      "maximum", .seriesLabel(isHighest: true), .chartMaximum, at: \.maximum, traits: .always,
      role: .footnote,
      "the label of the highest value instead of its number"),
  ]
}
