/// A text that is typed in the last line.
struct Prompt: Equatable {
  enum Purpose: Equatable {
    case search
    /// The list is filtered as the text is typed.
    case filter
    /// A filter that stays open until a cell is chosen.
    case pick
  }

  let purpose: Purpose
  var input: TextInput
  /// The filter before it was opened.
  let before: String

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    input = TextInput(text)
    before = text
  }

  /// The characters before the text.
  var sign: String {
    switch purpose {
    case .search: "/"
    case .filter: "filter: "
    case .pick: "> "
    }
  }
}

/// A page of text that covers the list.
struct TextPage: Equatable {
  enum Content: Equatable {
    case keys
    /// A part of the object header of a cell.
    case header(id: String, part: Int, parts: Int)
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

/// The part of the screen that covers the list.
enum Overlay: Equatable {
  case page(TextPage)
  case actions(ActionMenu)
}
