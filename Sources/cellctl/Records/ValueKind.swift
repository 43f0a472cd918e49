import Glibc

/// The kind of a value, by its text.
enum ValueKind: String {
  case empty, bool, number, numeric, date, uuid, hash, ip, mac, url, email, resource, size, amount, version,
    age, path
  case code, long, text, list, object

  /// Whether it is a number in JSON, or a text with one.
  var isNumber: Bool { self == .number || self == .numeric }
  /// Whether it has parts.
  var isComposed: Bool { self == .list || self == .object }

  /// Classifies a text.
  init(of text: String) {
    let text = text.trimmingBlanks
    let lower = text.lowercased()
    if text.isEmpty || FieldWords.nothing.contains(lower) {
      self = .empty
    } else if text.utf8.count > 400 || text.utf8.contains(0x0A) {
      self = .long
    } else if lower == "true" || lower == "false" {
      self = .bool
    } else if let kind = Self.kind(of: text, in: Self.numbers) {
      self = kind
    } else if PointInTime(text) != nil {
      self = .date
    } else {
      self = Self.kind(of: text, in: Self.others) ?? (text.count > 90 ? .long : .text)
    }
  }

  private static func kind(of text: String, in shapes: [Shape]) -> ValueKind? {
    shapes.first { shape in
      text.utf8.count >= shape.minimum && shape.whole.matches(text)
        && shape.parts.allSatisfy { $0.matches(text) }
    }?.kind
  }

  /// Whether all texts have as many hexadecimal digits, as short hashes have.
  static func areHashes(_ texts: [String]) -> Bool {
    Set(texts.map(\.utf8.count)).count == 1 && texts.allSatisfy(shortHash.matches)
      && Set(texts.joined().map(\.isLetter)).count == 2
  }

  private static let shortHash = TextPattern("^[0-9a-f]{7,40}$")

  // MARK: Shapes

  /// The form of texts of a kind.
  private struct Shape {
    let kind: ValueKind
    let minimum: Int
    let whole: TextPattern
    let parts: [TextPattern]

    /// - Parameters:
    ///   - minimum: the minimum length, in bytes.
    ///   - whole: the pattern of the whole text.
    ///   - parts: patterns that are in it.
    init(_ kind: ValueKind, minimum: Int = 1, _ whole: String, has parts: String..., ignoresCase: Bool = true)
    {
      (self.kind, self.minimum) = (kind, minimum)
      self.whole = TextPattern("^(\(whole))$", ignoresCase: ignoresCase)
      self.parts = parts.map { TextPattern($0, ignoresCase: ignoresCase) }
    }
  }

  private static let numbers = [
    Shape(.mac, "([0-9a-f]{2}[:-]){5}[0-9a-f]{2}"),
    Shape(.ip, #"[0-9]{1,3}(\.[0-9]{1,3}){3}([/:][0-9]+)?"#),
    Shape(.ip, "(([0-9a-f]*:){3,7}|[0-9a-f]*::([0-9a-f]*:)*)[0-9a-f]*(/[0-9]+)?"),
    Shape(.numeric, #"[-+]?([0-9]+([.,][0-9]+)?|\.[0-9]+)(e[-+]?[0-9]+)?"#),
    // Groups of three digits. Two dots are those of a version.
    Shape(
      .numeric,
      #"[-+]?[0-9]{1,3}(([,' ][0-9]{3}){2,}(\.[0-9]+)?|[,' ][0-9]{3}\.[0-9]+|(\.[0-9]{3})+,[0-9]{1,2})"#),
  ]

  private static let others = [
    Shape(.uuid, "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    Shape(.url, #"([a-z][a-z0-9+.-]*://|mailto:|www\.|registry\+|git@)[^[:blank:]]*"#),
    Shape(.email, #"[^@<[:blank:]]+@[^@/<[:blank:]]+\.[^@/<.[:blank:]]+"#),
    Shape(.resource, "(arn:|urn:|/subscriptions/|projects/)[^[:blank:]]*"),
    Shape(.hash, "sha(1|256|384|512)-[^[:blank:]]*|(sha[0-9]*|md5):[0-9a-f]{3,}"),
    Shape(.hash, minimum: 12, "[0-9a-f]+", has: "[0-9]"),
    // Base64.
    Shape(
      .hash, minimum: 24, "[A-Za-z0-9+_=]+(/[A-Za-z0-9+_=]*){0,2}", has: "[0-9]", "[A-Z]", "[a-z]",
      ignoresCase: false),
    Shape(
      .size, #"-?[0-9]+([.,][0-9]+)? ?[kKMGTPmgtp]?i?[bB]|[0-9]+(\.[0-9]+)?[KMGTP]i?"#, ignoresCase: false),
    Shape(.age, "(about|less than) an? .*"),
    Shape(
      .age,
      """
      ([0-9]+ ?(s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|w|weeks?|months?|y|years?)[ ,]*)+(ago)?
      """),
    Shape(.version, "[<>=~^]+ ?[^[:blank:]]*", has: "[0-9]"),
    Shape(.version, #"v?[0-9]+\.[0-9][a-z0-9.+~:_-]{0,36}|v[0-9][a-z0-9.+~:_-]{0,2}"#),
    Shape(.path, #"(/|\.\.?/|~/|[a-z]:\\)[^[:blank:]]+"#),
    // A name of a file with an extension, in folders.
    Shape(.path, "([^]\(noPath)]+/)+[^]\(noPath)]*[.][^].\(noPath)]{1,8}"),
    // The ids of some services: cus_9X, ch_3A.
    Shape(.code, "[a-z]{2,4}_[A-Za-z0-9]+", has: "[0-9]", ignoresCase: false),
    Shape(.code, "[a-z]{1,12}[-_][0-9a-f]{6,}-?", has: "[0-9]"),
    Shape(.code, minimum: 10, "[a-z0-9]+", has: "[a-z][0-9]|[0-9][a-z]"),
    // A name of words with a number at its end is a name.
    Shape(.code, minimum: 16, "[a-z0-9_-]+", has: "[a-z][0-9]|[0-9][a-z]"),
    Shape(
      .amount,
      """
      [-+]?(€|[$]|£|¥) ?-?[0-9][0-9.,' ]*|[-+]?[0-9][0-9.,' ]*\
      (€|[$]|£|¥|eur|usd|chf|gbp|%|kwh?|km|kg|°c|ms|s|h|min|[mg]?hz|rpm|w|v)
      """),
  ]

  /// Characters that paths seldom have, as in a bracket of a pattern.
  private static let noPath = "/[:space:](){}<>,;:'\"!?*=&|#%$"
}

/// An extended regular expression of POSIX.
struct TextPattern: @unchecked Sendable {
  private let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)

  /// - Parameter pattern: a valid one. It is kept until the process ends.
  init(_ pattern: String, ignoresCase: Bool = false) {
    let status = regcomp(compiled, pattern, REG_EXTENDED | REG_NOSUB | (ignoresCase ? REG_ICASE : 0))
    precondition(status == 0)
  }

  func matches(_ text: String) -> Bool { regexec(compiled, text, 0, nil, 0) == 0 }
}

extension String {
  /// The text without white space around it.
  var trimmingBlanks: String {
    guard let first = utf8.first, let last = utf8.last else { return self }
    // Most texts have none.
    guard first <= 0x20 || last <= 0x20 || first >= 0x80 || last >= 0x80 else { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
