/// An object of a list: data, not pixels. Every member of the protocol's cell, in its long form.
///
/// `id` and `title` are required; an absent text is `nil`, never empty. The title of a skeleton can
/// be empty.
public struct Cell: Equatable, Sendable {
  /// The kind of row that the cell asks for.
  public enum Kind: String, CaseIterable, Sendable {
    case object, contact, keyValue, grid
    /// The header of a section, the state of a list without objects, and the placeholder of an
    /// object that is being loaded.
    case section, empty, skeleton

    /// Whether the cell is an object, and not a part of the list itself. Only objects can be
    /// selected and opened, and only they decide which columns a list keeps.
    public var isObject: Bool {
      switch self {
      case .object, .contact, .keyValue, .grid: true
      case .section, .empty, .skeleton: false
      }
    }
  }

  public var id: String
  public var title: String
  public var subtitle: String?
  public var footnote: String?
  public var caption: String?
  public var description: String?
  /// The text of a peek.
  public var preview: String?
  /// The numeric label.
  public var number: String?
  public var icons: [Icon] = []
  public var unread = false
  public var image: Image?
  public var avatars: [Image] = []
  public var status: [Status] = []
  /// The status info label in the main content.
  public var info: Status?
  public var tags: [String] = []
  public var rating: Rating?
  public var accessory: Accessory = .none
  public var actions: [Action] = []
  public var swipe: SwipeActions?
  /// The context menu.
  public var menu: [ActionOffer] = []
  /// The visible actions of the drill-down page, by id.
  public var detailActions: [String] = []
  /// `nil` if the client does not change the selection.
  public var selected: Bool?
  public var enabled = true
  /// The target of a drill-down.
  public var href: String?
  public var kind: Kind = .object
  public var columns: [GridColumn] = []
  /// How many objects a section has.
  public var count: Int?
  public var header: HeaderContent?
  /// Overrides of the view's truncation, per slot.
  public var truncate: [Slot: TruncationMode] = [:]
  /// Any JSON, as the client wrote it.
  public var data: String?

  /// A cell with the required members only.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
