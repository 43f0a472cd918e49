/// A page of text that covers the list.
struct TextPage: Equatable {
  enum Content: Equatable {
    case keys(KeyTable.Mode)
    /// A part of the object header of a cell.
    case header(id: String, part: Int, parts: Int)
    /// The preview of a cell.
    case preview(id: String)
  }

  var content: Content
  var title: String
  var lines: [String]
  /// The number of lines above the screen.
  var top = 0

  /// Scrolls by lines, as far as there are more than the screen has.
  mutating func scroll(by count: Int, height: Int) {
    top = max(min(top + count, lines.count - height), 0)
  }
}
