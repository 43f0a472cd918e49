/// A cell that is being read.
///
/// The members that most cells have are bytes of UTF-8 in the memory of a request. A record is made
/// of them without a string for each text. All others are in ``cell``. A member is in one of the
/// two. The bytes are valid as long as the memory of the request.
public struct CellDraft: @unchecked Sendable {
  // Only the thread that reads a cell uses its bytes.

  /// A text, which is not empty unless it is the title.
  public typealias Text = UnsafeRawBufferPointer

  /// The members that are not bytes.
  public var cell: Cell
  public var id, title, subtitle, footnote, caption, description, preview, number, href: Text?
  /// The names or texts of icons.
  public var icons: [(string: Text, isName: Bool)] = []
  public var tags: [Text] = []
  public var status: [(text: Text, state: Status.State)] = []
  public var accessory: Accessory?
  public var unread: Bool?
  public var selected: Bool?
  /// Whether all members are bytes, so that ``cell`` has none.
  package var isBytes = false

  /// A draft of an existing cell.
  public init(_ cell: Cell) { self.cell = cell }

  /// Removes the members that are bytes. Lists keep their memory.
  public mutating func removeBytes() {
    (id, title, subtitle, footnote, caption) = (nil, nil, nil, nil, nil)
    (description, preview, number, href) = (nil, nil, nil, nil)
    icons.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    status.removeAll(keepingCapacity: true)
    (accessory, unread, selected) = (nil, nil, nil)
  }

  /// Whether the cell is unread.
  public var isUnread: Bool { unread ?? cell.unread }
  /// The mark at the trailing edge.
  public var shownAccessory: Accessory { accessory ?? cell.accessory }
  /// Whether the cell is selected; `nil` if the client left it out.
  public var isSelected: Bool? { selected ?? cell.selected }
  var hasStatus: Bool {
    status.contains { !DisplayText.showsNothing($0.text.utf8) } || cell.status.contains { $0.columnCount > 0 }
  }
}

extension UnsafeRawBufferPointer {
  var utf8: UnsafeBufferPointer<UInt8> { bindMemory(to: UInt8.self) }
}
