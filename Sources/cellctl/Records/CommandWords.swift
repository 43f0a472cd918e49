/// Splits a command into words as a shell does, without running one.
enum CommandWords {
  /// Returns the words. Blanks separate them, except in single and double quotes and after `\`.
  /// Nothing is expanded.
  /// - Throws: `Failure` with status `usage` if a quote is not closed.
  static func split(_ command: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in command {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let complete = word { words.append(complete) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else {
      throw Failure(.usage, "the command has a quote without its end: \(command)")
    }
    return words + [word].compactMap { $0 }
  }
}
