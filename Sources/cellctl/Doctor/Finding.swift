/// One line of a diagnosis.
struct Finding {
  /// How bad it is.
  enum Level: String {
    case good = "ok"
    case note = "--"
    case bad = "!!"
  }

  let level: Level
  /// What was looked at.
  let subject: String
  /// What was found.
  let text: String
  /// What to do about it.
  var cure: String?

  /// The finding as lines: what, and below it the cure.
  var lines: [String] {
    let padding = String(repeating: " ", count: max(12 - subject.count, 1))
    return ["\(level.rawValue)  \(subject)\(padding)\(text)"] + (cure.map { ["    → \($0)"] } ?? [])
  }
}
