/// A line of text that is typed on a terminal.
struct TextInput: Equatable {
  private(set) var text = ""
  /// The number of characters before the insertion point.
  private(set) var position = 0
  /// The daemon limits texts of conditions to 256 bytes.
  private static let byteLimit = 256

  init(_ text: String = "") {
    self.text = text
    position = text.count
  }

  /// The text before the insertion point.
  var beginning: String { String(text.prefix(position)) }

  /// Changes the text or the insertion point.
  /// - Returns: whether the key has a meaning in a text.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .backspace:
      if position > 0 { remove(position - 1..<position) }
    case .delete, .control("d"):
      if position < text.count { remove(position..<position + 1) }
    case .left, .control("b"): position = max(position - 1, 0)
    case .right, .control("f"): position = min(position + 1, text.count)
    case .control("a"): position = 0
    case .control("e"): position = text.count
    case .control("u"): remove(0..<position)
    case .control("k"): remove(position..<text.count)
    case .control("w"): removeWord()
    default: return false
    }
    return true
  }

  /// Inserts a text as one line. Characters that control a terminal are left out.
  private mutating func insert(_ piece: String) {
    let line = String.UnicodeScalarView(
      piece.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 }.filter { !$0.isControl })
    var room = Self.byteLimit - text.utf8.count
    let fitting = String(line).prefix {
      room -= $0.utf8.count
      return room >= 0
    }
    let rest = text.dropFirst(position)
    text = beginning + fitting + rest
    position = text.count - rest.count
  }

  private mutating func remove(_ range: Range<Int>) {
    text = String(text.prefix(range.lowerBound) + text.dropFirst(range.upperBound))
    position = range.lowerBound
  }

  private mutating func removeWord() {
    let before = beginning
    let kept = before.reversed().drop { $0 == " " }.drop { $0 != " " }.count
    remove(kept..<position)
  }
}
