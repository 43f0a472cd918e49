/// A rule of the Fiori guideline that a list can break without any of its rows being wrong.
///
/// The raw value is the rule's name on the wire.
public enum LintRule: String, CaseIterable, Sendable {
  /// A swipe or context-menu action that no visible tap reaches.
  case gestureOnly = "gesture-only"
  /// Rows of different heights in one list.
  case mixedHeights = "mixed-heights"
  /// Cells of different content types in one list.
  case mixedContent = "mixed-content"
  /// A numeric label on some cells only.
  case partialNumbers = "partial-numbers"
  /// A square person, or a round object.
  case imageShape = "image-shape"
  /// A person's image of another size than the profile's one.
  case personImageSize = "person-image-size"
  /// More text rows than the profile bounds.
  case textRows = "text-rows"
  /// A view without the line limits that the profile bounds hard.
  case liftedLimits = "lifted-limits"
  /// A header that shows something else than its cell.
  case headerDiffers = "header-differs"
  /// More than three tags in a header.
  case headerTags = "header-tags"

  /// How bad it is to break the rule.
  public enum Severity: String, Sendable {
    /// The guideline says must.
    case error
    /// The guideline recommends.
    case warning
  }

  /// An error where the guideline leaves no choice.
  public var severity: Severity {
    switch self {
    case .gestureOnly, .imageShape, .personImageSize, .textRows, .headerTags: .error
    case .mixedHeights, .mixedContent, .partialNumbers, .liftedLimits, .headerDiffers: .warning
    }
  }

  /// The page of the guideline that the rule is from, and its section.
  public var source: String {
    switch self {
    case .gestureOnly: "S2 Object Cell, iOS: Quick Actions, Context Menu"
    case .mixedHeights, .mixedContent: "S2 Object Cell, iOS: Usage"
    case .partialNumbers: "S0 Object Cell, Android: Numeric Label"
    case .imageShape: "S0 Object Cell, Android: Detail Image; S1, S2 and S4 alike"
    case .personImageSize: "S4 Object Cell, iOS (older): Detail Image"
    case .textRows: "S0 Object Cell, Android: Title Area"
    case .liftedLimits: "S0 Object Cell, Android: Title Area, Description"
    case .headerDiffers: "S3 Object Header, iOS: Aligning Content"
    case .headerTags: "S3 Object Header, iOS: Additional Information"
    }
  }
}

/// A rule that a list breaks, and the cells that break it.
public struct LintFinding: Equatable, Sendable {
  public var rule: LintRule
  /// The cells in question in the order of the list, at most ``Lint/idLimit``; none where it is the view.
  public var ids: [String]
  /// A sentence with the cure.
  public var message: String
}
