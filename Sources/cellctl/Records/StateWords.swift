import CellEngine

/// The state of a status: of its word, code or boolean, in the sense of the name of its field.
enum StateWords {
  /// Returns the state of a text; nil for an unknown one.
  static func state(of text: String, name: FieldName? = nil) -> Status.State? {
    let text = text.trimmingBlanks
    guard text.utf8.count <= 80 else { return nil }
    let all = FieldName(unsplit: text).words
    // `Exited (137)` and `exit code 1`.
    if let exit = all.firstIndex(where: { $0.hasPrefix("exit") }),
      let code = all[exit...].lazy.compactMap({ Int($0) }).first, code != 0
    {
      return .negative
    }
    let words = Self.words(all)
    guard !words.isEmpty, words.count <= 8 else { return nil }
    if let state = scaled(words, name: name) ?? known[words.joined()] { return state }
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
    let begins = found.contains(.informative) && words.contains(where: FieldWords.beginnings.contains)
    let order: [Status.State] =
      [.negative, .critical] + (begins ? [.informative, .positive] : [.positive, .informative]) + [.neutral]
    return order.first(where: found.contains)
  }

  /// Returns how much of a text is words of states: 1 for all of it, 0 for an unknown one.
  static func share(of text: String, name: FieldName? = nil) -> Double {
    guard state(of: text, name: name) != nil else { return 0 }
    let words = Self.words(FieldName(unsplit: text).words)
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
    if name.last == "level", FieldWords.logLevels[code] != nil {
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
    if name.last == "level" { return FieldWords.logLevels[code] }
    guard name.joined == "priority", isUpperCase, FieldWords.syslogPriorities.indices.contains(code) else {
      return nil
    }
    return FieldWords.syslogPriorities[code]
  }

  /// Returns the state of a boolean in the sense of its name: `failed: false` is not negative.
  /// Nil for an unknown name.
  static func state(of value: Bool, name: FieldName) -> Status.State? {
    let word = name.withoutAuxiliaries.joined()
    if FieldWords.badIfTrue.contains(word) { return value ? .negative : .neutral }
    if FieldWords.doubtfulIfTrue.contains(word) { return value ? .critical : .neutral }
    if FieldWords.badIfFalse.contains(word) { return value ? .positive : .negative }
    if FieldWords.goodIfTrue.contains(word) { return value ? .positive : .neutral }
    return nil
  }

  /// Returns a boolean as a text: `failed`, or `not failed`.
  static func text(of value: Bool, name: FieldName) -> String {
    let words = name.withoutAuxiliaries.joined(separator: " ")
    return value ? words : "not \(words)"
  }

  private static let known: [String: Status.State] = {
    let lists: [(Status.State, Set<String>)] = [
      (.neutral, FieldWords.neutral), (.informative, FieldWords.informative),
      (.positive, FieldWords.positive),
      (.critical, FieldWords.critical), (.negative, FieldWords.negative),
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

  /// Leaves numbers out, and replaces `no errors`, `0 failed` and `error-free` by `ok`.
  private static func words(_ words: [String]) -> [String] {
    var words = words.filter { $0 != "any" }
    for index in words.indices.dropFirst().reversed() where index < words.count {
      let (first, second) = (words[index - 1], words[index])
      let isDenied = ["without", "no", "0"].contains(first) && faults.contains(second)
      if isDenied || first == "error" && second == "free" { words[(index - 1)...index] = ["ok"] }
    }
    return words.filter { $0.first?.isNumber != true }
  }

  private static let faults: Set = [
    "errors", "error", "warnings", "warning", "failures", "failure", "problems", "issues", "failed",
  ]
}
