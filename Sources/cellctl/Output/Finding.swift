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

  /// The finding as lines of at most `columns`, with the cure below.
  func lines(columns: Int) -> [String] {
    let heading = "\(level.rawValue)  \(subject)" + String(repeating: " ", count: max(12 - subject.count, 1))
    return text.printable.wrapped(after: heading, columns: columns)
      + (cure.map { $0.printable.wrapped(after: "    → ", columns: columns) } ?? [])
  }
}
