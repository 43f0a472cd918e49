import CellEngine
import CellWire

/// A condition for typed words: each is in some text of the cell, also in texts that rows cut, or
/// in its data. In a fuzzy condition, the characters of each word follow each other in the title,
/// the subtitle or the id: `pmp` is in `Pump`. A ranked condition takes both.
struct TextCondition: Equatable {
  /// The maximum number of words. A view has at most 64 conditions (protocol.md, §6): those of a
  /// filter, a search and the options.
  private static let wordLimit = 16

  /// The maximum number of words of a fuzzy condition, which has several parts for each.
  private static let fuzzyWordLimit = 8
  private static let fuzzyFields = ["title", "subtitle", "id"]

  let text: String
  var isFuzzy = false
  /// Whether the cells that its words fit best come first.
  var isRanked = false

  /// The typed words. The last one has all words that are too many.
  var words: [String] {
    text.split(separator: " ", maxSplits: Self.wordLimit - 1)
      .map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
  }

  /// The condition as JSON; nil if no word was typed. It is nil, too, if the words are too long or
  /// too many to be fuzzy.
  var json: String? { isFuzzy || isRanked ? fuzzy : exact }

  /// The sort keys of a ranked condition as JSON; none if the text is too long for one.
  var sort: [JSON] {
    guard isRanked, !words.isEmpty, text.utf8.count <= 256 else { return [] }
    return ["title", "subtitle"].map { field in
      .object([.init("field", .string(field)), .init("fuzzy", .string(text))])
    }
  }

  private var fuzzy: String? {
    let words = words
    // A star in a pattern is any text, and so cannot be a character of it.
    let patterns = words.map { word in "*" + word.map { "\($0 == "*" ? "?" : $0)*" }.joined() }
    guard words.count <= Self.fuzzyWordLimit, patterns.allSatisfy({ $0.utf8.count <= 256 }) else {
      return isRanked ? exact : nil
    }
    return ConditionArgument.all(
      zip(words, patterns).map { word, pattern in
        let parts =
          Self.fuzzyFields.map { #"{"field":"\#($0)","matches":\#(JSONText.string(pattern))}"# }
          + (isRanked ? [Self.contains(word)] : [])
        return #"{"any":[\#(parts.joined(separator: ","))]}"#
      })
  }

  private var exact: String? {
    ConditionArgument.all(words.map(Self.contains))
  }

  private static func contains(_ word: String) -> String {
    #"{"field":"\#(CellField.text.path)","contains":\#(JSONText.string(word))}"#
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
