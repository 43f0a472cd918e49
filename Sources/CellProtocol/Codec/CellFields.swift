import CellEngine

/// The members of a cell, as in protocol.md. This table reads, writes and describes all of them.
extension ObjectCodec<Cell> {
  static let cell = ObjectCodec(
    Cell(id: "", title: ""),
    [
      .required("id", .name, \.id, "the id of the cell in its session"),
      .required("title", .anyText, \.title, "the first text row; only the kind skeleton may leave it out")
        .except(if: "kind", is: Cell.Kind.skeleton.rawValue),
      .optional("subtitle", .text, \.subtitle, "the second text row"),
      .optional(
        "footnote", .text, \.footnote, "the third text row; the same as caption if the profile has only that"
      ),
      .optional("caption", .text, \.caption, "the third or fourth text row"),
      .optional(
        "description", .text, \.description, "a longer text, below the main content or in its own column"
      ),
      .optional("preview", .text, \.preview, "what a peek shows"),
      .optional("number", .label, \.number, "the numeric label"),
      .standard("icons", .listOrOne(of: .icon), \.icons, [], "the icon stack"),
      .standard("unread", .bool, \.unread, false, "true shows an unread mark"),
      .optional("image", .image, \.image, "the detail image"),
      .standard("avatars", .list(of: .image), \.avatars, [], "the avatars in the main content"),
      .standard("status", .listOrOne(of: .status), \.status, [], "the attributes at the trailing edge"),
      .optional("info", .status, \.info, "the status info label in the main content"),
      .standard("tags", .listOrOne(of: .text), \.tags, [], "the tags in the main content"),
      .optional("rating", .rating, \.rating, "the rating in the main content"),
      .standard("accessory", .choice, \.accessory, .none, "the mark at the trailing edge"),
      .standard("actions", .list(of: .action), \.actions, [], "the secondary actions"),
      .optional(
        "swipe", .object("SwipeActions", .swipe).absent { $0 == SwipeActions() }, \.swipe,
        "the actions that a swipe shows"),
      .standard("menu", .list(of: .offer), \.menu, [], "the context menu"),
      .standard(
        "detailActions", .list(of: .name), \.detailActions, [],
        "the actions that the drill-down page shows"),
      .optional(
        "selected", .bool, \.selected, "true if the cell is selected; if left out, that stays as it is"),
      .standard("enabled", .bool, \.enabled, true, "false if the cell and its actions are disabled"),
      .optional("href", .text, \.href, "where a drill-down leads"),
      .standard(
        "kind", .choice, \.kind, .object,
        "the kind of row; section, empty and skeleton are parts of the list, and not objects"),
      .standard(
        "columns", .list(of: .object("GridColumn", .column)), \.columns, [], "the columns of kind grid"),
      .optional(
        "count", .integer(0...Int(Int32.max)), \.count, "the number of objects in a section"),
      .optional("header", .header, \.header, "content that only the object header shows"),
      .standard("truncate", .truncations, \.truncate, [:], "truncation by slot, instead of the view's"),
      .optional("data", .json, \.data, "any JSON; it is returned as the same value"),
    ],
    check: check, isException: { $0.kind == .skeleton })

  private static func check(_ cell: Cell) throws(RPCError) {
    try checkActions(cell)
    if cell.selected == true, !cell.kind.isObject {
      throw .invalidParams(
        "A cell of the kind \(cell.kind.rawValue) cannot be selected; remove this member.", path: "/selected")
    }
  }

  /// Checks that the ids of actions are unique in the cell, including items of menus and whole
  /// actions of gestures.
  private static func checkActions(_ cell: Cell) throws(RPCError) {
    let hasMany = cell.actions.count > 1 || cell.actions.first?.items.isEmpty == false
    guard hasMany || cell.swipe != nil || !cell.menu.isEmpty else { return }
    var ids: Set<String> = []
    try check(cell.actions, at: "/actions", &ids)
    try check(cell.swipe?.leading ?? [], at: "/swipe/leading", &ids)
    try check(cell.swipe?.trailing ?? [], at: "/swipe/trailing", &ids)
    try check(cell.menu, at: "/menu", &ids)
  }

  /// Throws invalidParams if two of these actions have one id.
  static func checkIDs(of actions: [Action]) throws(RPCError) {
    var ids: Set<String> = []
    try check(actions, at: "", &ids)
  }

  private static func check(
    _ offers: [ActionOffer], at path: String, _ ids: inout Set<String>
  ) throws(RPCError) {
    for (index, offer) in offers.enumerated() {
      guard let action = offer.action else { continue }
      try check(action, at: "\(path)/\(index)", &ids)
    }
  }

  private static func check(_ actions: [Action], at path: String, _ ids: inout Set<String>) throws(RPCError) {
    for (index, action) in actions.enumerated() { try check(action, at: "\(path)/\(index)", &ids) }
  }

  private static func check(_ action: Action, at path: String, _ ids: inout Set<String>) throws(RPCError) {
    guard ids.insert(action.id).inserted else {
      throw .invalidParams(
        "Two actions have the id \(quoted(action.id)); give each action an id of its own.",
        path: "\(path)/id")
    }
    try check(action.items, at: "\(path)/items", &ids)
  }
}

extension ValueCodec<[Slot: TruncationMode]> {
  /// An object of slots and truncation modes. It is written in the order of the slots.
  fileprivate static let truncations: ValueCodec = {
    let names = NameTable(Slot.truncatable.map(\.rawValue))
    let mode = ValueCodec<TruncationMode>.choice
    return ValueCodec(
      schema: .map(names.names, mode.schema),
      read: { (node) throws(RPCError) in
        var modes: [Slot: TruncationMode] = [:]
        try node.readMembers(names) { (index, node) throws(RPCError) in
          modes[Slot.truncatable[index]] = try mode.read(node)
        }
        return modes
      },
      write: { modes, writer in
        writer.beginObject()
        for slot in Slot.truncatable {
          guard let value = modes[slot] else { continue }
          writer.name(escaping: slot.rawValue)
          mode.write(value, &writer)
        }
        writer.endObject()
      })
  }()
}
