/// The words of the name of a field: `createdAt`, `created_at` and `Created At` have the same.
struct FieldName {
  /// The words in lower case.
  let words: [String]
  /// All words as one.
  let joined: String
  /// The name as a person writes it: `temperature 2m`.
  let spelled: String

  init(_ name: String) {
    let isCamel = name.contains(where: \.isLowercase) && name.dropFirst().contains(where: \.isUppercase)
    spelled =
      isCamel
      ? Self.words(of: name, splitsEndings: false).joined(separator: " ")
      : name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "%" }.joined(separator: " ")
    words = Self.words(of: name)
    joined = words.joined()
  }

  /// The words of a text that is not a name: none has an ending that is split off.
  init(unsplit text: String) {
    words = Self.words(of: text, splitsEndings: false)
    spelled = text
    joined = words.joined()
  }

  var first: String { words.first ?? "" }
  var last: String { words.last ?? "" }

  /// Whether one of the words is in a set.
  func has(_ set: Set<String>) -> Bool { words.contains(where: set.contains) }

  /// The name without `is`, `has` and such, as one word.
  var withoutAuxiliaries: [String] { words.filter { !FieldWords.auxiliaries.contains($0) } }

  /// Whether a text of this name must not be shown: `db_password`, `X-Api-Key`, `clientSecret`.
  var isSecret: Bool {
    let ends = FieldWords.secrets
    return ends.contains { joined.hasSuffix($0) && (joined.count == $0.count || isEnd($0)) }
  }

  /// Whether a text is the last words, and does not begin inside of one, unless it is a long one.
  private func isEnd(_ text: String) -> Bool {
    var end = ""
    for word in words.reversed() {
      end = word + end
      if end == text || text.count > 4 && end.hasSuffix(text) { return true }
      if end.count > text.count { return false }
    }
    return false
  }

  private static func words(of name: String, splitsEndings: Bool = true) -> [String] {
    var words: [String] = []
    var word: [Character] = []
    func kind(_ character: Character) -> Int {
      character.isNumber ? 0 : character.isUppercase ? 1 : character.isLetter ? 2 : 3
    }
    func end() {
      let text = String(word).lowercased()
      if !word.isEmpty { words += splitsEndings ? split(text) : [text] }
      word = []
    }
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let current = kind(character)
      guard current < 3 else {
        end()
        continue
      }
      if let last = word.last {
        let before = kind(last)
        let next = index + 1 < characters.count ? kind(characters[index + 1]) : 3
        let begins = (before == 0) != (current == 0) || current == 1 && (before == 2 || next == 2)
        if begins { end() }
      }
      word.append(character)
    }
    end()
    return words
  }

  /// Splits `alertname` into `alert` and `name`.
  private static func split(_ word: String) -> [String] {
    guard !FieldWords.whole.contains(word), FieldWords.titles[word] == nil || word.hasSuffix("name"),
      let ending = FieldWords.endings.first(where: { word.hasSuffix($0) && word.count > $0.count + 1 })
    else { return [word] }
    return [String(word.dropLast(ending.count)), ending]
  }
}
