import CellEngine
import CellProtocol
import Glibc

/// How the value of a field is written: `{size|size}`.
enum FieldFilter: String, CaseIterable {
  /// The state of a word, code or boolean. As a status, the word and its state.
  case state
  /// The time since a date, or until it.
  case age
  /// A date in the local time zone.
  case date
  /// Bytes.
  case size
  /// A number with groups of digits and the unit of its name.
  case number
  /// A number with its name: `12 comments`.
  case named
  /// The last part of a path or address.
  case basename
  /// The elements of a list.
  case join
  /// The first line of a text, without markup.
  case line
  /// A text without markup.
  case text

  /// Returns a value as a text.
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - now: the seconds since 1970.
  func text(of value: String, name: FieldName, now: Double) -> String {
    switch self {
    case .state: (StateWords.state(of: value, name: name) ?? .neutral).rawValue
    case .age:
      PointInTime(value).flatMap { time in
        time.seconds.map { Self.age(now - $0, isDay: time.isDay) }
      } ?? value
    case .date: PointInTime(value)?.localText ?? value
    case .size: Double(value).map { Self.size($0, unit: name.last) } ?? value
    case .number: Self.number(value) + (FieldWords.units[name.last].map { $0 == "%" ? " %" : " \($0)" } ?? "")
    case .named: Self.named(value, name)
    case .basename: value.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? value
    case .join: value
    case .line:
      Self.withoutMarkup(value).split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks }
        .first { !$0.isEmpty } ?? value.trimmingBlanks
    case .text: Self.withoutMarkup(value)
    }
  }

  /// Returns a number with its name: `12 comments`, `1 comment`, `amount 4,200`.
  private static func named(_ value: String, _ name: FieldName) -> String {
    let words = name.spelled.split(separator: " ").map(String.init)
    let nouns = words.filter { !["count", "total", "number", "num", "of"].contains($0) }
    let noun = nouns.joined(separator: " ")
    let isPlural = noun.count > 3 && noun.hasSuffix("s") && !noun.hasSuffix("ss") && !noun.hasSuffix("us")
    let isCount = !nouns.isEmpty && words.contains { ["count", "number", "num"].contains($0) }
    guard isPlural || isCount else { return "\(name.spelled) \(number(value))" }
    return "\(number(value)) \(form(of: noun, isPlural: isPlural, isOne: Double(value) == 1))"
  }

  /// Returns an English noun in the form that goes with a number.
  private static func form(of noun: String, isPlural: Bool, isOne: Bool) -> String {
    guard isPlural == isOne else { return noun }
    if isOne { return noun.hasSuffix("ies") ? noun.dropLast(3) + "y" : String(noun.dropLast()) }
    if noun.hasSuffix("y"), !["ay", "ey", "oy"].contains(where: noun.hasSuffix) {
      return noun.dropLast() + "ies"
    }
    return noun + (["s", "x", "ch", "sh"].contains(where: noun.hasSuffix) ? "es" : "s")
  }

  /// Returns a time span in its largest unit.
  static func age(_ seconds: Double, isDay: Bool = false) -> String {
    let span = abs(seconds)
    if isDay, span < 172_800 {
      return seconds < 0 ? span < 86_400 ? "tomorrow" : "in 2d" : span < 86_400 ? "today" : "yesterday"
    }
    let text =
      span < 120
      ? "\(Int(span))s"
      : span < 7200
        ? "\(Int(span / 60))m"
        : span < 172_800
          ? "\(Int(span / 3600))h"
          : span < 63_072_000 ? "\(Int(span / 86_400))d" : "\(Int(span / 31_536_000))y"
    return seconds < 0 ? "in \(text)" : "\(text) ago"
  }

  /// Returns bytes in a decimal unit, or a number in the binary or decimal unit that its name ends
  /// with.
  static func size(_ number: Double, unit: String) -> String {
    if let unit = FieldWords.units[unit], unit.hasSuffix("B") {
      return "\(Self.number(plain(number))) \(unit)"
    }
    guard abs(number) >= 1000 else { return "\(plain(number)) B" }
    var (value, unit) = (number / 1000, 0)
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    while abs(value) >= 999.5, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    let rounded = abs(value) < 9.95 ? (value * 10).rounded() / 10 : value.rounded()
    return "\(plain(rounded)) \(units[unit])"
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  /// Returns a number with thin groups of three digits, and with at most three decimals. Years and
  /// other numbers of four digits have none.
  static func number(_ text: String) -> String {
    guard let value = Double(text), value.isFinite, abs(value) < 1e15 else { return text }
    let isFraction = text.contains(".") && !text.lowercased().contains("e")
    let rounded = isFraction ? plain((value * 1000).rounded() / 1000) : text
    let digits = rounded.drop { $0 == "-" || $0 == "+" }.prefix { $0 != "." }
    guard digits.count > 4, digits.allSatisfy(\.isNumber) else { return rounded }
    var grouped = rounded
    for count in stride(from: 3, to: digits.count, by: 3) {
      grouped.insert(",", at: grouped.index(digits.endIndex, offsetBy: -count))
    }
    return grouped
  }

  /// Removes what has the form of a tag, and writes entities as characters.
  static func withoutMarkup(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var plain = ""
    var rest = text[...]
    while let character = rest.first {
      if character == "<", let end = tagEnd(rest) {
        let name = rest.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
        if ["p", "br", "div", "li", "tr", "h", "ul"].contains(name), !plain.isEmpty { plain.append("\n") }
        rest = rest[end...].dropFirst()
      } else if character == "&", let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
        plain.append(entity.character)
        rest = rest.dropFirst(entity.name.count)
      } else {
        plain.append(character)
        rest.removeFirst()
      }
    }
    return plain.trimmingBlanks
  }

  private static let entities: [(name: String, character: Character)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
    ("&nbsp;", " "),
  ]

  /// Returns the end of a tag, such as `<p class="x">` and `</p>`; nil for other text in brackets.
  private static func tagEnd(_ text: Substring) -> String.Index? {
    guard let end = text.prefix(500).firstIndex(of: ">") else { return nil }
    let inner = String(text[..<end].dropFirst())
    // A placeholder such as <name> is text; known tags are markup.
    guard tag.matches(inner) else { return nil }
    return inner.first == "/" || inner.last == "/" || inner.contains("=") || tags.contains(inner.lowercased())
      ? end : nil
  }

  private static let tag = TextPattern("^/?[a-z][a-z0-9]{0,9}( ?/| [^<]*=[^<]*)?$", ignoresCase: true)
  private static let tags: Set<String> = [
    "p", "br", "b", "i", "a", "em", "strong", "div", "span", "ul", "ol", "li", "h1", "h2", "h3", "h4", "code",
    "pre", "hr",
    "table", "tr", "td", "th", "u", "s", "sub", "sup", "small", "blockquote", "tbody", "thead", "font", "img",
  ]
}
