/// A result of a diagnosis.
struct Finding {
  /// The severity, and its mark at the start of the line.
  enum Level: String {
    case good = "ok"
    case note = "--"
    case bad = "!!"
  }

  let level: Level
  /// The thing that was checked, in one word.
  let subject: String
  let text: String
  /// How to fix it.
  var cure: String?

  static func good(_ subject: String, _ text: String) -> Finding {
    Finding(level: .good, subject: subject, text: text)
  }

  static func note(_ subject: String, _ text: String, cure: String? = nil) -> Finding {
    Finding(level: .note, subject: subject, text: text, cure: cure)
  }

  static func bad(_ subject: String, _ text: String, cure: String? = nil) -> Finding {
    Finding(level: .bad, subject: subject, text: text, cure: cure)
  }

  static func bad(_ subject: String, _ error: any Error) -> Finding {
    let failure = error as? Failure
    return bad(subject, failure?.message ?? "\(error)", cure: failure?.hint)
  }

  /// The finding as lines of at most `columns`, with the cure below.
  func lines(columns: Int) -> [String] {
    let heading = "\(level.rawValue)  \(subject)" + String(repeating: " ", count: max(12 - subject.count, 1))
    return text.printable.wrapped(after: heading, columns: columns)
      + (cure.map { $0.printable.wrapped(after: "    → ", columns: columns) } ?? [])
  }
}
