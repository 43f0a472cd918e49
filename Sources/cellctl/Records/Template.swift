/// A text with fields in it, such as `{name} ({version})`, or a single field, such as `{tags}`.
///
/// `\` escapes `\`, `{`, `}`, `,`, `=`, blanks and, inside a field, `/`, `.` and `*`.
struct Template: Equatable {
  /// A piece of a template.
  enum Part: Equatable {
    case literal(String)
    case field(Field)
  }

  /// The pieces in order. Literals are never empty.
  var parts: [Part] = []

  /// The field of a template that is nothing else.
  var soleField: Field? {
    if case .field(let field)? = parts.first, parts.count == 1 { field } else { nil }
  }

  /// The fields in order.
  var fields: [Field] {
    parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }
}

/// A field of a template: the first of several paths that has a value, as in `{nickname or name}`.
/// A filter writes the value, as in `{created|age}`.
struct Field: Equatable, CustomStringConvertible {
  /// The paths, at least one.
  var paths: [FieldPath]
  var filter: FieldFilter?

  /// The field as a user writes it, without escapes.
  var description: String {
    "{\(paths.map(\.description).joined(separator: " or "))\(filter.map { "|\($0)" } ?? "")}"
  }
}

/// The path to values in a record. Without steps it is the record itself.
struct FieldPath: Hashable, CustomStringConvertible {
  /// A step from a value to the values in it.
  enum Step: Hashable {
    /// The member of an object, or the element of an array.
    case name(String)
    /// Steps separated by dots: `metadata.name`. A member with the whole name comes first.
    case dotted([String])
    /// Each member or element: `*`.
    case each
  }

  var steps: [Step]

  /// The path as `--at` and `--map` read it.
  var escaped: String {
    steps.map { step in
      switch step {
      case .each: return "*"
      case .dotted(let names): return names.map { Self.escape($0, of: "\\/*{}|.") }.joined(separator: ".")
      case .name(let name):
        // A dot inside of a name is tried as one first.
        let isTroubled = name.hasPrefix(".") || name.hasSuffix(".") || name.contains("..")
        var text = Self.escape(name, of: isTroubled ? "\\/{}|[." : "\\/{}|[")
        if name == "*" { text = "\\*" }
        text = Self.escapingOr(text)
        if text.hasPrefix(" ") { text = "\\" + text }
        if text.hasSuffix(" ") { text = text.dropLast() + "\\ " }
        return text
      }
    }.joined(separator: "/")
  }

  /// Escapes the blank of ` or `, which separates paths.
  private static func escapingOr(_ name: String) -> String {
    var (text, rest) = ("", name[...])
    while let character = rest.first {
      if rest.hasPrefix(" or ") { text.append("\\") }
      text.append(character)
      rest.removeFirst()
    }
    return text
  }

  private static func escape(_ name: String, of characters: String) -> String {
    name.reduce(into: "") { text, character in
      if characters.contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  /// The path as a user writes it, without escapes.
  var description: String {
    steps.map { step in
      switch step {
      case .name(let name): name
      case .dotted(let names): names.joined(separator: ".")
      case .each: "*"
      }
    }.joined(separator: "/")
  }
}
