/// A rule of the Fiori guideline that a list can break although each of its rows is right.
///
/// The raw value is the name of the rule in the protocol.
public enum LintRule: String, CaseIterable, Sendable {
  /// A swipe or context-menu action that no visible tap reaches.
  case gestureOnly = "gesture-only"
  /// An entry of a swipe or a context menu that is the id of no action.
  case unknownAction = "unknown-action"
  /// Rows of different heights in one list.
  case mixedHeights = "mixed-heights"
  /// Cells of different content types in one list.
  case mixedContent = "mixed-content"
  /// A numeric label on some cells only.
  case partialNumbers = "partial-numbers"
  /// A square person, or a round object.
  case imageShape = "image-shape"
  /// An image of a person with another size than that of the profile.
  case personImageSize = "person-image-size"
  /// More text rows than the profile allows.
  case textRows = "text-rows"
  /// A view without the line limits that the profile requires.
  case liftedLimits = "lifted-limits"
  /// A header whose content differs from its cell.
  case headerDiffers = "header-differs"
  /// More than three tags in a header.
  case headerTags = "header-tags"

  /// The severity of a broken rule.
  public enum Severity: String, Sendable {
    /// The guideline requires it.
    case error
    /// The guideline recommends it.
    case warning
  }

  /// The severity: an error if the guideline leaves no choice.
  public var severity: Severity {
    switch self {
    case .gestureOnly, .unknownAction, .imageShape, .personImageSize, .textRows, .headerTags: .error
    case .mixedHeights, .mixedContent, .partialNumbers, .liftedLimits, .headerDiffers: .warning
    }
  }

  /// The page of the guideline that has the rule, and its section.
  public var source: String {
    switch self {
    case .gestureOnly, .unknownAction: "S2 Object Cell, iOS: Quick Actions, Context Menu"
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
  /// The cells that break the rule, at most ``Lint/idLimit``, in the order of the list. Empty if
  /// the view breaks it.
  public var ids: [String]
  /// A sentence with the fix.
  public var message: String
}
