/// Parses the arguments of `--map`, `--id` and `--at` from left to right.
struct TemplateReader {
  private var rest: Substring
  /// Whether a line break separates entries, as a comma does.
  private let separatesLines: Bool

  /// - Parameter separatesLines: whether a line break separates entries, as in a file.
  init(_ text: String, separatesLines: Bool = false) {
    rest = text[...]
    self.separatesLines = separatesLines
  }

  /// Whether the whole argument was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The characters that separate entries.
  private var separators: Set<Character> { separatesLines ? [",", "\n"] : [","] }

  /// Skips blanks, separators and, in a file, lines that start with `#`.
  mutating func skipToEntry() {
    while let first = rest.first {
      if separatesLines, first == "#" {
        rest = rest.drop { $0 != "\n" }
      } else if first == " " || first == "\t" || separators.contains(first) {
        rest.removeFirst()
      } else {
        return
      }
    }
  }

  /// Consumes the character if it is next.
  /// - Returns: whether it was.
  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a name up to one of the characters or a separator, without blanks around it.
  mutating func name(upTo stops: Set<Character>) throws -> String {
    skipBlanks()
    return try text(upTo: stops.union(separators), isTrimmed: true)
  }

  /// Reads a template up to a separator, or to the end. Blanks around it are left out, unless
  /// `keepsBlanks`.
  mutating func template(stopAtSeparator: Bool = true, keepsBlanks: Bool = false) throws -> Template {
    let stops = stopAtSeparator ? separators.union(["{", "}"]) : ["{", "}"]
    var template = Template()
    if !keepsBlanks { skipBlanks() }
    while true {
      let literal = try text(upTo: stops, isTrimmed: false)
      if !literal.isEmpty { template.parts.append(.literal(literal)) }
      guard let next = rest.first, !separators.contains(next) || !stopAtSeparator else {
        if !keepsBlanks { trimEnd(of: &template) }
        return template
      }
      rest.removeFirst()
      guard next == "{" else {
        throw Failure(.usage, "a '}' has no '{'", hint: "write \\} for the character itself")
      }
      template.parts.append(.field(try field()))
    }
  }

  /// Reads a path that is the whole argument: `a/*/b`, or as jq and JSONPath write it, `.a[].b` and
  /// `$.a[*].b`.
  mutating func path() throws -> FieldPath {
    var path = FieldPath(steps: [])
    if rest == "$" || ["$.", "$[", "$/"].contains(where: rest.hasPrefix) { rest.removeFirst() }
    while true {
      try appendStep(to: &path, stops: ["/", "["])
      if take("[") {
        path.steps.append(try index())
      } else {
        guard take("/") else { return path.undotted }
      }
    }
  }

  /// Reads what is in brackets, and the closing one.
  private mutating func index() throws -> FieldPath.Step {
    let start = rest
    let quote = rest.first.flatMap { "\"'".contains($0) ? $0 : nil }
    if quote != nil { rest.removeFirst() }
    let name = try text(upTo: quote.map { [$0] } ?? ["]"], isTrimmed: false)
    if let quote { _ = take(quote) }
    guard take("]") else {
      throw Failure(.usage, "the index '[\(start)' is not closed", hint: "write \\[ for the character itself")
    }
    return quote == nil && (name.isEmpty || name == "*") ? .each : .name(name)
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == " " || $0 == "\t" }
  }

  private func trimEnd(of template: inout Template) {
    guard case .literal(var text)? = template.parts.last else { return }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    template.parts.removeLast()
    if !text.isEmpty { template.parts.append(.literal(text)) }
  }

  /// Reads up to one of the characters, or to the end. `\` escapes the next character.
  private mutating func text(upTo stops: Set<Character>, isTrimmed: Bool) throws -> String {
    var text = ""
    while let character = rest.first, !stops.contains(character) {
      rest.removeFirst()
      text.append(character == "\\" ? try escaped() : character)
    }
    if isTrimmed { while text.last == " " || text.last == "\t" { text.removeLast() } }
    return text
  }

  private mutating func escaped() throws -> Character {
    guard let escaped = rest.popFirst() else {
      throw Failure(.usage, "a '\\' at the end escapes nothing; write '\\\\' for the character itself")
    }
    return escaped
  }

  /// Reads a field and its closing brace.
  private mutating func field() throws -> Field {
    let start = rest
    var field = Field(paths: [])
    var path = FieldPath(steps: [])
    skipBlanks()
    while true {
      try appendStep(to: &path, stops: ["/", "}", "{", "|"], stopsAtOr: true)
      if take("/") { continue }
      field.paths.append(path)
      path = FieldPath(steps: [])
      if take("|") { field.filter = try filter() }
      if take("}") { return field }
      guard rest.hasPrefix(Self.or) else {
        let name = start.prefix { $0 != "}" && $0 != "{" && $0 != "," }
        throw Failure(
          .usage, "the field '{\(name)' is not closed",
          hint: "write {\(name)}, or \\{ for the character itself")
      }
      rest = rest.dropFirst(Self.or.count)
      skipBlanks()
    }
  }

  /// Reads the name of a filter.
  private mutating func filter() throws -> FieldFilter {
    let name = try text(upTo: ["}"], isTrimmed: true)
    guard let filter = FieldFilter(rawValue: String(name.drop { $0 == " " })) else {
      throw Failure(
        .usage, "there is no filter '\(name)' of fields",
        hint: Suggestion.sentence(
          for: name, among: FieldFilter.allCases.map(\.rawValue),
          otherwise: "write \\| for the character itself"))
    }
    return filter
  }

  /// Separates two paths of a field.
  private static let or = " or "

  /// Reads a step of a path. Empty steps are left out: `{/a/b}` and `{.a}` are `{a/b}` and `{a}`.
  private mutating func appendStep(
    to path: inout FieldPath, stops: Set<Character>, stopsAtOr: Bool = false
  ) throws {
    var names = [""]
    var isStar = true
    while let character = rest.first, !stops.contains(character) {
      if stopsAtOr, character == " ", rest.hasPrefix(Self.or) { break }
      rest.removeFirst()
      switch character {
      case "\\":
        names[names.count - 1].append(try escaped())
        isStar = false
      case ".": names.append("")
      default: names[names.count - 1].append(character)
      }
    }
    while names[names.count - 1].last == " " { names[names.count - 1].removeLast() }
    if isStar, names == ["*"] { return path.steps.append(.each) }
    let steps = names.filter { !$0.isEmpty }
    switch steps.count {
    case 0: return
    case 1: path.steps.append(.name(steps[0]))
    default: path.steps.append(.dotted(steps))
    }
  }
}

extension FieldPath {
  /// The path with a step for each name between dots, if another step was in brackets, as jq writes
  /// it.
  fileprivate var undotted: FieldPath {
    guard steps.contains(.each) else { return self }
    return FieldPath(
      steps: steps.flatMap { step in
        if case .dotted(let names) = step { return names.map { Step.name($0) } }
        return [step]
      })
  }
}
