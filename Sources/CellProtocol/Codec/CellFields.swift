import CellEngine
import CellWire

/// The members of a cell, as in protocol.md. This table reads, writes and describes all of them.
extension ObjectCodec<CellDraft> {
  static let cell = ObjectCodec(
    CellDraft(Cell(id: "", title: "")),
    [
      .required("id", .name, \.cell.id, "the id of the cell in its session")
        .asBytes { $0.take(name: &$1.id) },
      .required(
        "title", .anyText, \.cell.title, "the first text row; only the kind skeleton may leave it out"
      )
      .except(if: "kind", is: Cell.Kind.skeleton.rawValue)
      .asBytes { $0.take(text: &$1.title, keepingEmpty: true) },
      .optional("subtitle", .text, \.cell.subtitle, "the second text row")
        .asBytes { $0.take(text: &$1.subtitle) },
      .optional(
        "footnote", .text, \.cell.footnote,
        "the third text row; the same as caption if the profile has only that"
      )
      .asBytes { $0.take(text: &$1.footnote) },
      .optional("caption", .text, \.cell.caption, "the third or fourth text row")
        .asBytes { $0.take(text: &$1.caption) },
      .optional(
        "description", .text, \.cell.description, "a longer text, below the main content or in its own column"
      )
      .asBytes { $0.take(text: &$1.description) },
      .optional("preview", .text, \.cell.preview, "what a peek shows")
        .asBytes { $0.take(text: &$1.preview) },
      .optional("number", .label, \.cell.number, "the numeric label")
        .asBytes { $0.take(label: &$1.number) },
      .standard("icons", .listOrOne(of: .icon), \.cell.icons, [], "the icon stack")
        .asBytes { $0.take(icons: &$1.icons) },
      .standard("unread", .bool, \.cell.unread, false, "true shows an unread mark")
        .asBytes { $0.take(bool: &$1.unread) },
      .optional("image", .image, \.cell.image, "the detail image"),
      .standard("avatars", .list(of: .image), \.cell.avatars, [], "the avatars in the main content"),
      .standard("status", .listOrOne(of: .status), \.cell.status, [], "the attributes at the trailing edge")
        .asBytes { $0.take(status: &$1.status) },
      .optional("info", .status, \.cell.info, "the status info label in the main content"),
      .standard("tags", .listOrOne(of: .text), \.cell.tags, [], "the tags in the main content")
        .asBytes { $0.take(texts: &$1.tags) },
      .optional("rating", .rating, \.cell.rating, "the rating in the main content"),
      .standard("accessory", .choice.orEmpty, \.cell.accessory, .none, "the mark at the trailing edge")
        .asBytes { $0.take(accessory: &$1.accessory) },
      .standard("actions", .list(of: .action), \.cell.actions, [], "the secondary actions"),
      .optional(
        "swipe", .object("SwipeActions", .swipe).absent { $0 == SwipeActions() }, \.cell.swipe,
        "the actions that a swipe shows"),
      .standard("menu", .list(of: .offer), \.cell.menu, [], "the context menu"),
      .standard(
        "detailActions", .list(of: .name), \.cell.detailActions, [],
        "the actions that the drill-down page shows"),
      .optional(
        "selected", .bool, \.cell.selected, "true if the cell is selected; if left out, that stays as it is"
      )
      .asBytes { $0.take(bool: &$1.selected) },
      .standard("enabled", .bool, \.cell.enabled, true, "false if the cell and its actions are disabled"),
      .optional("href", .text, \.cell.href, "where a drill-down leads")
        .asBytes { $0.take(text: &$1.href) },
      .standard(
        "kind", .choice.orEmpty, \.cell.kind, .object,
        "the kind of row; section, empty and skeleton are parts of the list, and not objects"),
      .standard(
        "columns", .list(of: .object("GridColumn", .column)), \.cell.columns, [], "the columns of kind grid"),
      .optional(
        "count", .integer(0...Int(Int32.max)), \.cell.count, "the number of objects in a section"),
      .optional("header", .header, \.cell.header, "content that only the object header shows"),
      .standard("truncate", .truncations, \.cell.truncate, [:], "truncation by slot, instead of the view's"),
      .optional("data", .json, \.cell.data, "any JSON; it is returned as the same value"),
    ],
    check: check, isException: { $0.cell.kind == .skeleton })

  private static func check(_ draft: inout CellDraft) throws(RPCError) {
    try checkActions(draft.cell)
    if draft.isSelected == true, !draft.cell.kind.isObject {
      throw .invalidParams(
        "A cell of the kind \(draft.cell.kind.rawValue) cannot be selected; remove this member.",
        path: "/selected")
    }
  }

  /// Checks that the ids of actions are unique in the cell, including items of menus and whole
  /// actions of gestures.
  private static func checkActions(_ cell: borrowing Cell) throws(RPCError) {
    let hasMany = cell.actions.count > 1 || cell.actions.first?.items.isEmpty == false
    guard hasMany || cell.swipe != nil || !cell.menu.isEmpty else { return }
    var ids: Set<[UInt8]> = []
    try check(cell.actions, at: "/actions", &ids)
    try check(cell.swipe?.leading ?? [], at: "/swipe/leading", &ids)
    try check(cell.swipe?.trailing ?? [], at: "/swipe/trailing", &ids)
    try check(cell.menu, at: "/menu", &ids)
  }

  /// Throws invalidParams if two of these actions have one id.
  static func checkIDs(of actions: [Action]) throws(RPCError) {
    var ids: Set<[UInt8]> = []
    try check(actions, at: "", &ids)
  }

  private static func check(
    _ offers: [ActionOffer], at path: String, _ ids: inout Set<[UInt8]>
  ) throws(RPCError) {
    for (index, offer) in offers.enumerated() {
      guard let action = offer.action else { continue }
      try check(action, at: "\(path)/\(index)", &ids)
    }
  }

  private static func check(_ actions: [Action], at path: String, _ ids: inout Set<[UInt8]>) throws(RPCError)
  {
    for (index, action) in actions.enumerated() { try check(action, at: "\(path)/\(index)", &ids) }
  }

  private static func check(_ action: Action, at path: String, _ ids: inout Set<[UInt8]>) throws(RPCError) {
    guard ids.insert(Array(action.id.utf8)).inserted else {
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
    let mode = ValueCodec<TruncationMode>.choice.orEmpty
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
