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
