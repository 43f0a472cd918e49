import CellEngine

/// The settings of a session.
struct SessionSettings: Sendable {
  /// The columns that all rows of a list keep, so that they align.
  enum Preserve: Equatable, Sendable {
    /// Columns that a cell of the list needs.
    case auto
    case slots([Slot])
  }

  var profile = Profile.compose
  var selection = SelectionMode.none
  var preserve = Preserve.auto
  /// Whether other users have access to the session.
  var isShared = false

  /// The columns that the rows of a list with these needs keep.
  func kept(_ needs: ColumnNeeds) -> KeptColumns {
    switch preserve {
    case .auto: KeptColumns(needs)
    case .slots(let slots): KeptColumns(needs, keeping: slots)
    }
  }
}
