import CellEngine

/// The state of a status: of its word, code or boolean, in the sense of the name of its field.
enum StateWords {
  /// Returns the state of a text; nil for an unknown one.
  static func state(of text: String, name: FieldName? = nil) -> Status.State? {
    let lower = text.trimmingBlanks.lowercased()
    guard lower.utf8.count <= 80 else { return nil }
    if let code = exitCode(in: lower), code != 0 { return .negative }
    let text = Self.withoutDenials(lower, otherwise: text)
    let words = FieldName(unsplit: text).words.filter { $0.first?.isNumber != true }
    guard !words.isEmpty, words.count <= 8 else { return nil }
    if let state = scaled(words, name: name) { return state }
    let whole = words.joined()
    if let state = known[whole] { return state }
    var found: Set<Status.State> = []
    var isDenied = false
    for word in words.prefix(6) {
      if deniers.contains(word) {
        isDenied = true
      } else if let state = known[word] {
        found.insert(
          isDenied ? state == .positive ? .critical : state == .negative ? .neutral : state : state)
      }
    }
    let begins = found.contains(.informative) && words.contains(where: GuessWords.beginnings.contains)
    let order: [Status.State] =
      [.negative, .critical] + (begins ? [.informative, .positive] : [.positive, .informative]) + [.neutral]
    return order.first(where: found.contains)
  }

  /// Returns how much of a text is words of states: 1 for all of it, 0 for an unknown one.
  static func share(of text: String, name: FieldName? = nil) -> Double {
    guard state(of: text, name: name) != nil else { return 0 }
    let words = FieldName(unsplit: text.lowercased()).words.filter { $0.first?.isNumber != true }
    return known[words.joined()] != nil || words.allSatisfy { known[$0] != nil || deniers.contains($0) }
      ? 1 : 0.6
  }

  private static let deniers: Set = ["not", "never", "no", "non"]

  /// Returns the state of a code of HTTP, of a log, of syslog or of an exit. Nil for other numbers.
  static func state(ofCode number: Double, name: FieldName, isUpperCase: Bool = false) -> Status.State? {
    guard number == number.rounded(), abs(number) < 1e6 else { return nil }
    let code = Int(number)
    if ["exitcode", "returncode", "exitstatus", "rc"].contains(name.joined) {
      return code == 0 ? .neutral : .negative
    }
    if name.words.contains("status") || name.joined.hasSuffix("statuscode") || name.joined.hasPrefix("http"),
      (100..<600).contains(code)
    {
      return code < 200
        ? .informative : code < 300 ? .positive : code < 400 ? .neutral : code < 500 ? .critical : .negative
    }
    if name.last == "level", GuessWords.logLevels[code] != nil {
      return code <= 20 ? .neutral : code == 30 ? .informative : code == 40 ? .critical : .negative
    }
    if name.joined == "priority", isUpperCase, (0...7).contains(code) {
      return code <= 3 ? .negative : code == 4 ? .critical : .informative
    }
    return nil
  }

  /// Returns the word of a code, such as `error` for a level of 50; nil if it has none.
  static func word(ofCode number: Double, name: FieldName, isUpperCase: Bool = false) -> String? {
    let code = Int(number)
    if name.last == "level" { return GuessWords.logLevels[code] }
    guard name.joined == "priority", isUpperCase, GuessWords.syslogPriorities.indices.contains(code) else {
      return nil
    }
    return GuessWords.syslogPriorities[code]
  }

  /// Returns the state of a boolean in the sense of its name: `failed: false` is not negative.
  /// Nil for an unknown name.
  static func state(of value: Bool, name: FieldName) -> Status.State? {
    let word = name.withoutAuxiliaries.joined()
    if GuessWords.badIfTrue.contains(word) { return value ? .negative : .neutral }
    if GuessWords.doubtfulIfTrue.contains(word) { return value ? .critical : .neutral }
    if GuessWords.badIfFalse.contains(word) { return value ? .positive : .negative }
    if GuessWords.goodIfTrue.contains(word) { return value ? .positive : .neutral }
    return nil
  }

  /// Returns a boolean as a text: `failed`, or `not failed`.
  static func text(of value: Bool, name: FieldName) -> String {
    let words = name.withoutAuxiliaries.joined(separator: " ")
    return value ? words : "not \(words)"
  }

  private static let known: [String: Status.State] = {
    let lists: [(Status.State, Set<String>)] = [
      (.neutral, GuessWords.neutral), (.informative, GuessWords.informative),
      (.positive, GuessWords.positive),
      (.critical, GuessWords.critical), (.negative, GuessWords.negative),
    ]
    var known: [String: Status.State] = [:]
    for (state, words) in lists {
      for word in words { known[word] = state }
    }
    return known
  }()

  /// The state of a word that means more or less, by what is measured.
  private static func scaled(_ words: [String], name: FieldName?) -> Status.State? {
    guard let name, words.count == 1 else { return nil }
    let isSeverity = name.has(["severity", "level", "impact", "risk"])
    let isOrder = name.has(["priority", "importance", "urgency"])
    switch words[0] {
    case "high" where isOrder && !isSeverity: return .critical
    case "major" where isSeverity || isOrder: return .negative
    default: return nil
    }
  }

  /// The number of `exited (137)` and `exit code 1`.
  private static func exitCode(in text: String) -> Int? {
    guard let exit = text.range(of: "exit") else { return nil }
    let rest = text[exit...].drop { $0.isLetter || " (:".contains($0) }
    return Int(rest.prefix { $0.isNumber })
  }

  /// Replaces `no errors` and `0 failed` by `ok`.
  private static func withoutDenials(_ lower: String, otherwise: String) -> String {
    let nouns = [
      "errors", "error", "warnings", "warning", "failures", "failure", "problems", "issues", "failed",
    ]
    var text = lower
    for start in ["without any ", "without ", "no ", "0 "] {
      for noun in nouns where text.contains(start + noun) {
        guard let found = text.range(of: start + noun) else { continue }
        // 10 failed is not 0 failed.
        if found > text.startIndex, text[text.index(before: found)].isNumber { continue }
        let end = text.index(found, offsetBy: (start + noun).count)
        text = text[..<found] + " ok " + text[end...]
      }
    }
    if text.contains("error free") || text.contains("error-free") { return "ok" }
    return text == lower ? otherwise : text
  }
}

extension String {
  /// The index of the first occurrence of a text.
  fileprivate func range(of text: String) -> String.Index? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return rest.startIndex }
      rest = rest.dropFirst()
    }
    return nil
  }
}
