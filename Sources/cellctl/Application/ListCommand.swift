import CellEngine

/// Commands for a list.
enum ListCommand: Hashable {
  case down, up, pageDown, pageUp, first, last
  /// Opens the cell, or folds the group.
  case open
  case select
  case search, nextHit, previousHit
  case filter
  case sort
  /// Shows the object header of the cell, or folds the group.
  case detail
  case actions
  /// Opens the address of the cell in a browser of this machine.
  case browse
  /// Copies the title of the cell, or all of its texts.
  case copyTitle, copyCell
  case widthClass(Environment.ClassChoice)
  /// Shows one line of each row, or all again.
  case condense
  case help
  /// Lets ssh ask its question.
  case answer
  /// Marks the cell to be chosen, and moves on.
  case mark, markUp
  /// Ends with the marked cells, or that of the cursor.
  case choose
  /// The previous and the next page of an object header.
  case left, right
  /// Closes what is open, or ends.
  case cancel
  case quit
}
