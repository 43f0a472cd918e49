/// A key, or another event that a terminal reports.
enum Key: Hashable {
  case character(Character)
  /// A character that was typed with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, tab, backTab, escape, backspace, delete
  /// A key with a number, such as F1.
  case function(Int)
  /// A press of the main button. Columns and lines are counted from 0.
  case click(column: Int, line: Int)
  case wheelUp, wheelDown
  /// A pasted text, which never has the meaning of keys.
  case paste(String)
}
