/// The roles that fonts have in a row: texts of one role have one font, size and weight. In columns all are the same.
public enum FontRole: UInt8, CaseIterable, Sendable {
  case title, subtitle
  /// Footnote and caption.
  case footnote
  case description
  /// Statuses and the status info label, icons in them included.
  case status
  case tag
  /// Numbers, texts of icons, initials, and the marks that celld draws by itself.
  case label
  /// Titles of actions, their icons included.
  case action
  case headerTitle
  /// The texts of a key value cell.
  case key, value

  /// The role of a field of a record.
  ///
  /// - Parameters:
  ///   - owner: what the texts of icons have there (``FieldTag/fontRole(ofIconsAfter:)``).
  ///   - kind: that of the cell.
  ///   - isHeader: whether the cell is laid out as an object header.
  init(of tag: FieldTag, owner: FontRole, in kind: Cell.Kind, isHeader: Bool) {
    let isKeyValue = kind == .keyValue && !isHeader
    switch tag {
    case .title: self = isHeader ? .headerTitle : isKeyValue ? .key : .title
    case .subtitle where isKeyValue, .description where isKeyValue: self = .value
    case .subtitle, .column: self = .subtitle
    case .footnote, .caption, .headerFootnote: self = .footnote
    case .description, .headerDescription: self = .description
    case .statusText: self = .status
    case .tag, .headerTag: self = .tag
    case .actionTitle: self = .action
    case .iconText: self = owner
    default: self = .label
    }
  }
}
