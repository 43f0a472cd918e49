import CellEngine
import CellProtocol

/// A condition for typed words: each is in some text of the cell, also in texts that rows cut, or
/// in its data.
struct TextCondition: Equatable {
  /// The maximum number of words. A view has at most 64 conditions (protocol.md, §6): those of a
  /// filter, a search and the options.
  private static let wordLimit = 16

  let text: String

  /// The condition as JSON; nil if no word was typed.
  var json: String? {
    // The last text has all words that are too many.
    let words = text.split(separator: " ", maxSplits: Self.wordLimit - 1)
      .map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
    return ConditionArgument.all(
      words.map { word in
        #"{"field":"\#(CellField.Member.text.rawValue)","contains":\#(JSONText.string(word))}"#
      })
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
