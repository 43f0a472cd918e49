import CellClient

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
  /// The row of the cursor before it was opened.
  let origin: RowAnchor

  init(_ purpose: Purpose, text: String = "", origin: RowAnchor = RowAnchor(index: 0)) {
    self.purpose = purpose
    input = TextInput(text)
    before = text
    self.origin = origin
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
