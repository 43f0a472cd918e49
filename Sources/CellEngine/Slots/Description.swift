/// The description: in a column of its own, or below the main content.
enum DescriptionSlot {
  /// The position of the description if it fits. Contacts have a rule of their own.
  @inline(__always)
  static func placement(_ view: borrowing CellView) -> Environment.DescriptionPlacement {
    guard view.cell.description != nil || view.columns.keepsDescription, view.hasMainContent else {
      return .hidden
    }
    return view.cell.kind == .contact ? view.style.contactDescription : view.style.description
  }

  /// The maximum number of lines; 0 means no limit.
  ///
  /// - Parameter textLines: the lines of the text rows next to a description column.
  static func maximumLines(_ view: borrowing CellView, isColumn: Bool, textLines: Int32) -> Int {
    view.style.descriptionFollowsTextRows && isColumn
      ? Int(max(1, textLines)) : view.style.descriptionLines
  }

  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    if placement(view) != .hidden { parts.append(field: view.cell.description, view) }
  }
}
