/// A mark that celld draws by itself, in the character set of the view.
enum Glyph: UInt8, CaseIterable {
  case unread
  case checkboxOff, checkboxOn, radioOff, radioOn
  case chevron, mirroredChevron, detail, menu
  case buttonOpen, buttonClose, toggleMark, trailingToggleMark
  case downloadReady, downloadDone, percent
  case star, halfStar, emptyStar, half
  case tagOpen, tagClose
  case space, plus, slash, parenthesisOpen, parenthesisClose
  case line
  case bar1, bar2, bar3, bar4, bar5, bar6, bar7, bar8
  case hangingBar1, hangingBar4
  case pageShown, pageHidden
  case shade

  /// The bars of a small chart, from the lowest to the highest.
  private static let bars: [Glyph] = [.bar1, .bar2, .bar3, .bar4, .bar5, .bar6, .bar7, .bar8]

  /// The bar that fills some eighths of a line: a space if there are none.
  static func bar(eighths: Int) -> Glyph { eighths > 0 ? bars[min(eighths, bars.count) - 1] : .space }

  /// The bar that hangs from the top of a line. Few fonts have more of them than these.
  static func hangingBar(eighths: Int) -> Glyph {
    switch eighths {
    case ...0: .space
    case 1...2: .hangingBar1
    case 3...6: .hangingBar4
    default: .bar8
    }
  }

  /// The menu of Android.
  static let verticalMenu: StaticString = "⋮"

  /// The mark in a view that may use all of Unicode.
  var unicode: StaticString {
    switch self {
    case .unread: "●"
    case .checkboxOff: "☐"
    case .checkboxOn: "☑"
    case .radioOff: "○"
    case .radioOn: "◉"
    case .chevron: "›"
    case .mirroredChevron: "‹"
    case .detail: "ⓘ"
    case .menu: "⋯"
    case .buttonOpen: "["
    case .buttonClose: "]"
    case .toggleMark: "✓ "
    case .trailingToggleMark: " ✓"
    case .downloadReady: "↓"
    case .downloadDone: "✓"
    case .percent: "%"
    case .star: "★"
    case .halfStar: "½"
    case .emptyStar: "☆"
    case .half: ".5"
    case .tagOpen: "‹"
    case .tagClose: "›"
    case .space: " "
    case .plus: "+"
    case .slash: "/"
    case .parenthesisOpen: "("
    case .parenthesisClose: ")"
    case .line: "─"
    case .bar1: "▁"
    case .bar2: "▂"
    case .bar3: "▃"
    case .bar4: "▄"
    case .bar5: "▅"
    case .bar6: "▆"
    case .bar7: "▇"
    case .bar8: "█"
    case .hangingBar1: "▔"
    case .hangingBar4: "▀"
    case .pageShown: "●"
    case .pageHidden: "○"
    case .shade: "░"
    }
  }

  /// The mark in a view that uses ASCII only.
  var ascii: StaticString {
    switch self {
    case .unread: "*"
    case .checkboxOff: "[ ]"
    case .checkboxOn: "[x]"
    case .radioOff: "( )"
    case .radioOn: "(o)"
    case .chevron: ">"
    case .mirroredChevron: "<"
    case .detail: "(i)"
    case .menu: "..."
    case .toggleMark: "x "
    case .trailingToggleMark: " x"
    case .downloadReady: "v"
    case .downloadDone: "x"
    case .star: "*"
    case .halfStar: "."
    case .emptyStar: "-"
    case .tagOpen: "<"
    case .tagClose: ">"
    case .line: "-"
    case .bar1: "_"
    case .bar2: "."
    case .bar3: ":"
    case .bar4: "-"
    case .bar5: "="
    case .bar6: "+"
    case .bar7: "*"
    case .bar8: "#"
    case .hangingBar1: "'"
    case .hangingBar4: "^"
    case .pageShown: "*"
    case .pageHidden: "o"
    case .shade: ":"
    default: unicode
    }
  }
}
