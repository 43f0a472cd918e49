import CellEngine

/// The members of a cell, as protocol.md tells them. Every one is read, written and described from here.
extension ObjectCodec<Cell> {
  static let cell = ObjectCodec(
    Cell(id: "", title: ""),
    [
      .required("id", .name, \.id, "what the cell is known by in its session"),
      .required("title", .anyText, \.title, "the first text row"),
      .optional("subtitle", .text, \.subtitle, "the second text row"),
      .optional(
        "footnote", .text, \.footnote, "the third text row; an alias of caption where a profile has only that"
      ),
      .optional("caption", .text, \.caption, "the third or fourth text row"),
      .optional(
        "description", .text, \.description, "a longer text, below the main content or in a column of its own"
      ),
      .optional("preview", .text, \.preview, "what a peek shows"),
      .optional("number", .label, \.number, "the numeric label"),
      .standard("icons", .list(of: .icon), \.icons, [], "the icon stack"),
      .standard("unread", .bool, \.unread, false, "whether there is an unread mark"),
      .optional("image", .image, \.image, "the detail image"),
      .standard("avatars", .list(of: .image), \.avatars, [], "avatars in the main content"),
      .standard("status", .listOrOne(of: .status), \.status, [], "the attributes at the trailing side"),
      .optional("info", .status, \.info, "the status info label in the main content"),
      .standard("tags", .list(of: .text), \.tags, [], "tags in the main content"),
      .optional("rating", .rating, \.rating, "the rating in the main content"),
      .standard("accessory", .choice, \.accessory, .none, "what stands at the trailing edge"),
      .standard("actions", .list(of: .action), \.actions, [], "secondary actions"),
      .optional(
        "swipe", .object("SwipeActions", .swipe).absent { $0 == SwipeActions() }, \.swipe,
        "actions behind a swipe"),
      .standard("menu", .list(of: .name), \.menu, [], "the context menu, by action id"),
      .standard(
        "detailActions", .list(of: .name), \.detailActions, [],
        "actions that the drill-down page offers visibly"),
      .optional("selected", .bool, \.selected, "whether the cell is selected; left out, that stays as it is"),
      .standard("enabled", .bool, \.enabled, true, "whether the cell answers to anything"),
      .optional("href", .text, \.href, "where a drill-down leads"),
      .standard("kind", .choice, \.kind, .object, "what kind of row it is"),
      .standard(
        "columns", .list(of: .object("GridColumn", .column)), \.columns, [], "the columns of kind grid"),
      .optional("header", .header, \.header, "what only the object header shows"),
      .standard("truncate", .truncations, \.truncate, [:], "overrides of the view's truncation, by slot"),
      .optional("data", .json, \.data, "any JSON; it comes back as the same value"),
    ],
    check: checkActions)

  /// An action is known by its id in the whole cell, menus included.
  private static func checkActions(_ cell: Cell) throws(RPCError) {
    guard cell.actions.count > 1 || cell.actions.first?.items.isEmpty == false else { return }
    var ids: Set<String> = []
    try check(cell.actions, at: "/actions", &ids)
  }

  private static func check(_ actions: [Action], at path: String, _ ids: inout Set<String>) throws(RPCError) {
    for (index, action) in actions.enumerated() {
      guard ids.insert(action.id).inserted else {
        throw .invalidParams(
          "The id \(quoted(action.id)) stands twice among the actions of this cell; give each its own.",
          path: "\(path)/\(index)/id")
      }
      try check(action.items, at: "\(path)/\(index)/items", &ids)
    }
  }
}

extension ValueCodec<[Slot: TruncationMode]> {
  /// An object of slots and truncation modes, written in the order of the slots.
  fileprivate static let truncations: ValueCodec = {
    let names = NameTable(Slot.truncatable.map(\.rawValue))
    let mode = ValueCodec<TruncationMode>.choice
    return ValueCodec(
      schema: .map(names.names, mode.schema),
      read: { (node) throws(RPCError) in
        var modes: [Slot: TruncationMode] = [:]
        try node.readMembers(names) { (place, node) throws(RPCError) in
          modes[Slot.truncatable[place]] = try mode.read(node)
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
