/// The keys of a mode, with their meaning.
struct KeyTable {
  /// The keys of a command.
  struct Binding {
    var keys: [Key]
    /// The names of the keys, as the help shows them.
    var label: String
    var command: ListCommand
    var summary: String
    /// The word that is typed for the command where a list is read line by line; nil for none.
    var word: String?
  }

  /// The part of the application that takes the keys.
  enum Mode: Equatable {
    case list, prompt, page, cell, menu
  }

  let bindings: [Binding]

  /// Returns the command of a key.
  func command(of key: Key) -> ListCommand? {
    bindings.first { $0.keys.contains(key) }?.command
  }

  /// Returns the command of a word, or of its beginning if only one word begins so.
  func command(word: String) -> ListCommand? {
    if let exact = bindings.first(where: { $0.word == word }) { return exact.command }
    let beginnings = bindings.filter { $0.word?.hasPrefix(word) == true }
    return beginnings.count == 1 ? beginnings[0].command : nil
  }

  private init(_ bindings: [Binding]) {
    self.bindings = bindings
  }

  /// The key for a question that ssh may not ask while the screen is drawn.
  private static let answer = Binding(
    keys: [.control("r")], label: "Ctrl-R", command: .answer, summary: "answer the question of ssh",
    word: "answer")

  private static let moves = [
    answer,
    Binding(keys: [.down, .control("n")], label: "↓", command: .down, summary: "next row", word: "next"),
    Binding(keys: [.up, .control("p")], label: "↑", command: .up, summary: "previous row", word: "previous"),
    Binding(
      keys: [.pageDown], label: "PgDn", command: .pageDown, summary: "next page", word: "page"),
    Binding(keys: [.pageUp], label: "PgUp", command: .pageUp, summary: "previous page", word: "back"),
  ]

  /// The keys that use a cell, in a list and where the whole cell is shown.
  private static let uses = [
    Binding(
      keys: [.character("o")], label: "o", command: .browse, summary: "open its link here", word: "link"),
    Binding(keys: [.character("y")], label: "y", command: .copyTitle, summary: "copy its title"),
    Binding(
      keys: [.character("Y")], label: "Y", command: .copyCell, summary: "copy all of its texts and data"),
  ]

  /// A list that is watched.
  static let watch = KeyTable(
    [
      Binding(
        keys: [.down, .character("j"), .control("n")], label: "↓ j", command: .down, summary: "next row",
        word: "next"),
      Binding(
        keys: [.up, .character("k"), .control("p")], label: "↑ k", command: .up, summary: "previous row",
        word: "previous"),
      Binding(
        keys: [.pageDown, .control("f")], label: "PgDn", command: .pageDown, summary: "next page",
        word: "page"),
      Binding(
        keys: [.pageUp, .control("b")], label: "PgUp", command: .pageUp, summary: "previous page",
        word: "back"),
      Binding(
        keys: [.home, .character("g")], label: "Home g", command: .first, summary: "first row", word: "first"),
      Binding(
        keys: [.end, .character("G")], label: "End G", command: .last, summary: "last row", word: "last"),
      Binding(
        keys: [.right, .character("l")], label: "→ l", command: .right,
        summary: "the end of rows that are too wide"),
      Binding(keys: [.left, .character("h")], label: "← h", command: .left, summary: "their start"),
      Binding(
        keys: [.enter], label: "Enter", command: .open,
        summary: "open the cell: the program that listens, or all of its data", word: "open"),
      Binding(
        keys: [.character(" ")], label: "Space", command: .select, summary: "select the cell", word: "select"),
      Binding(
        keys: [.tab], label: "Tab", command: .detail, summary: "header of the cell; fold a group",
        word: "header"),
      Binding(
        keys: [.character("a")], label: "a", command: .actions, summary: "actions of the cell",
        word: "actions"),
    ] + uses + [
      Binding(
        keys: [.character("/")], label: "/", command: .search,
        summary: "search in whole cells, also in what is cut",
        word: "search"),
      Binding(keys: [.character("n")], label: "n", command: .nextHit, summary: "next hit", word: "hit"),
      Binding(keys: [.character("N")], label: "N", command: .previousHit, summary: "previous hit"),
      Binding(
        keys: [.character("f")], label: "f", command: .filter, summary: "show only cells with these words",
        word: "filter"),
      Binding(keys: [.character("s")], label: "s", command: .sort, summary: "next order", word: "sort"),
      Binding(
        keys: [.character("c")], label: "c", command: .widthClass(.compact), summary: "width class compact"),
      Binding(keys: [.character("m")], label: "m", command: .widthClass(.medium), summary: "medium"),
      Binding(keys: [.character("e")], label: "e", command: .widthClass(.expanded), summary: "expanded"),
      Binding(keys: [.character("w")], label: "w", command: .widthClass(.auto), summary: "as the width"),
      Binding(keys: [.character("1")], label: "1", command: .condense, summary: "one line a row, or all"),
      Binding(
        keys: [.character("?"), .function(1)], label: "?", command: .help, summary: "these keys", word: "help"
      ),
      answer,
      Binding(keys: [.escape], label: "Esc", command: .cancel, summary: "end the filter or the search"),
      Binding(keys: [.character("q")], label: "q", command: .quit, summary: "quit", word: "quit"),
    ])

  /// A list that cells are picked from. Other keys change the words of the filter.
  static let pick = KeyTable(
    moves + [
      Binding(keys: [.enter], label: "Enter", command: .choose, summary: "choose", word: "choose"),
      Binding(keys: [.tab], label: "Tab", command: .mark, summary: "mark, and next row", word: "mark"),
      Binding(
        keys: [.backTab], label: "Shift-Tab", command: .markUp, summary: "mark, and previous row"),
      Binding(
        keys: [.control("o")], label: "Ctrl-O", command: .detail, summary: "header of the cell; fold a group",
        word: "header"),
      Binding(keys: [.control("s")], label: "Ctrl-S", command: .sort, summary: "next order", word: "sort"),
      Binding(keys: [.control("t")], label: "Ctrl-T", command: .condense, summary: "one line a row, or all"),
      Binding(
        keys: [], label: "", command: .filter, summary: "show only cells with these words", word: "filter"),
      Binding(keys: [.function(1)], label: "F1", command: .help, summary: "these keys", word: "help"),
      Binding(
        keys: [.escape, .control("g")], label: "Esc", command: .cancel, summary: "quit without a choice",
        word: "quit"),
    ])

  /// A text is typed. The keys without a command change it.
  static let prompt = KeyTable(
    moves + [
      Binding(keys: [.enter], label: "Enter", command: .choose, summary: "end typing"),
      Binding(keys: [.escape, .control("g")], label: "Esc", command: .cancel, summary: "undo"),
      Binding(keys: [.function(1)], label: "F1", command: .help, summary: "these keys"),
    ])

  /// The keys that move in what covers the list.
  private static let coverMoves = [
    Binding(keys: [.down, .character("j"), .control("n")], label: "↓ j", command: .down, summary: "down"),
    Binding(keys: [.up, .character("k"), .control("p")], label: "↑ k", command: .up, summary: "up"),
    Binding(keys: [.pageDown, .character(" ")], label: "PgDn", command: .pageDown, summary: "next page"),
    Binding(keys: [.pageUp], label: "PgUp", command: .pageUp, summary: "previous page"),
    Binding(keys: [.home, .character("g")], label: "Home g", command: .first, summary: "start"),
    Binding(keys: [.end, .character("G")], label: "End G", command: .last, summary: "end"),
  ]

  private static let help = Binding(
    keys: [.character("?"), .function(1)], label: "?", command: .help, summary: "these keys")

  private static func close(_ others: [Key]) -> Binding {
    Binding(
      keys: [.escape, .tab, .character("q"), .character("a"), .control("g"), .control("o")] + others,
      label: "Esc", command: .cancel, summary: "close")
  }

  /// A page of text is open.
  static let page = KeyTable(
    coverMoves + [
      Binding(keys: [.left, .character("h")], label: "←", command: .left, summary: "previous part"),
      Binding(keys: [.right, .character("l")], label: "→", command: .right, summary: "next part"),
      help, close([.enter]),
    ])

  /// A whole cell is shown.
  static let cell = KeyTable(
    coverMoves + uses + [
      Binding(
        keys: [.enter], label: "Enter", command: .open, summary: "open or close a branch of the data"),
      Binding(keys: [.right, .character("l")], label: "→ l", command: .right, summary: "open a branch"),
      Binding(
        keys: [.left, .character("h")], label: "← h", command: .left,
        summary: "close a branch, or go to its start"),
      help,
      Binding(
        keys: [.escape, .character("q"), .control("g")], label: "Esc q", command: .cancel,
        summary: "back to the list"),
    ])

  /// The actions of a cell are listed.
  static let menu = KeyTable(
    coverMoves + [
      Binding(keys: [.enter], label: "Enter", command: .open, summary: "invoke the action"),
      Binding(keys: [], label: "1–9", command: .open, summary: "invoke the action of the number"),
      help, close([]),
    ])

  /// Returns the help of the keys, for a width in columns.
  func help(columns: Int) -> [String] {
    let shown = bindings.filter { !$0.label.isEmpty }
    let width = (shown.map(\.label.columns).max() ?? 0) + 2
    return shown.flatMap { binding in
      let label = binding.label + String(repeating: " ", count: width - binding.label.columns)
      return binding.summary.wrapped(after: label, columns: columns)
    }
  }
}
