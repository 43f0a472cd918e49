/// A field of cells that conditions, sorting and grouping name: a member of a cell, a part of a
/// member, or a value in `data`.
public struct CellField: Hashable, Sendable {
  /// A member or a part of one. Its raw value is its path.
  public enum Member: String, CaseIterable, Sendable {
    case id, kind, title, subtitle, footnote, caption, description, preview, number
    case icons, image, avatars
    case status
    case statusState = "status/state"
    case info
    case infoState = "info/state"
    case tags
    case rating
    case ratingMaximum = "rating/max"
    case ratingCount = "rating/count"
    case accessory
    case actions
    case actionIDs = "actions/id"
    case columns, href, unread, selected, enabled
    case headerTags = "header/tags"
    case headerFootnotes = "header/footnotes"
    case headerDescription = "header/description"
    case data
    /// All that people read in a cell, and all values in its data.
    case text

    /// Whether its values are also those of ``text``.
    var isReadable: Bool {
      switch self {
      case .id, .title, .subtitle, .footnote, .caption, .description, .preview, .number, .status, .info,
        .tags,
        .columns, .headerTags, .headerFootnotes, .headerDescription, .data:
        true
      case .kind, .icons, .image, .avatars, .statusState, .infoState, .rating, .ratingMaximum, .ratingCount,
        .accessory, .actions, .actionIDs, .href, .unread, .selected, .enabled, .text:
        false
      }
    }
  }

  public let member: Member
  /// The names of members, or the indices of elements, from `data` to the value. Empty for other
  /// members.
  public let steps: [String]

  // Byte by byte, as the names of members in JSON.
  public static func == (left: CellField, right: CellField) -> Bool {
    left.member == right.member && left.steps.elementsEqual(right.steps) { $0.hasBytes(of: $1) }
  }

  /// The field of a member, or a value in `data`.
  public init(_ member: Member, steps: [String] = []) {
    self.member = member
    self.steps = steps
  }

  /// The field of a path: `title`, `status/state`, `data/plant/name`. In a name in `data`, `~1` is
  /// a slash and `~0` a tilde, as in a JSON Pointer. Returns `nil` for any other path.
  public init?(_ path: String) {
    if let member = Member(rawValue: path) {
      self.init(member)
      return
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first == "data", !parts.contains(where: \.isEmpty) else { return nil }
    self.init(.data, steps: parts.dropFirst().map(Self.unescaped))
  }

  /// Whether its values are states.
  public var isState: Bool { member == .statusState || member == .infoState }

  /// The path of the field.
  public var path: String {
    steps.reduce(member.rawValue) { $0 + "/" + Self.escaped($1) }
  }

  /// All paths outside of `data`.
  public static let paths = Member.allCases.map(\.rawValue)

  private static func unescaped(_ step: Substring) -> String {
    replacing("~0", by: "~", in: replacing("~1", by: "/", in: String(step)))
  }

  private static func escaped(_ step: String) -> String {
    replacing("/", by: "~1", in: replacing("~", by: "~0", in: step))
  }

  private static func replacing(_ old: String, by new: String, in text: String) -> String {
    guard let oldFirst = old.utf8.first else { return text }
    var result: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.first {
      if byte == oldFirst, rest.starts(with: old.utf8) {
        result.append(contentsOf: new.utf8)
        rest = rest.dropFirst(old.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
