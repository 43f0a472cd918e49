/// The roles that fonts have in a row: texts of one role have one font, size and weight. In columns
/// all roles have the same metrics.
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
  /// The key figure of a header's chart.
  case kpi
  /// The texts of a key value cell.
  case key, value
  /// The title of a section.
  case section
}
