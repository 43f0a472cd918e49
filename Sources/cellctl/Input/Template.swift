/// A text with fields in it, such as `{name} ({version})`, or a single field, such as `{tags}`.
///
/// `\` escapes `\`, `{`, `}`, `,`, `=` and, inside a field, `/`.
struct Template: Equatable {
  /// A piece of a template.
  enum Part: Equatable {
    case literal(String)
    case field(FieldPath)
  }

  /// The pieces in order. Literals are never empty.
  var parts: [Part] = []

  /// The field of a template that is nothing else.
  var soleField: FieldPath? {
    if case .field(let path)? = parts.first, parts.count == 1 { path } else { nil }
  }
}

/// The path to a value in a record: names of members, or indexes of arrays. Without steps it is the
/// record itself.
struct FieldPath: Equatable {
  var steps: [String]
}

/// Parses the arguments of `--map` and `--id` from left to right.
struct TemplateReader {
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  /// Whether the whole argument was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// Consumes the character if it is next.
  /// - Returns: whether it was.
  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads up to one of the characters, or to the end. `\` escapes the next character.
  mutating func text(upTo stops: Set<Character>) throws -> String {
    var text = ""
    while let character = rest.first, !stops.contains(character) {
      rest.removeFirst()
      if character == "\\" {
        guard let escaped = rest.popFirst() else {
          throw Failure(.usage, "a '\\' at the end escapes nothing; write '\\\\' for the character itself")
        }
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Reads a template up to an unescaped comma, or to the end.
  mutating func template(stopAtComma: Bool = true) throws -> Template {
    let stops: Set<Character> = stopAtComma ? [",", "{", "}"] : ["{", "}"]
    var template = Template()
    while true {
      let literal = try text(upTo: stops)
      if !literal.isEmpty { template.parts.append(.literal(literal)) }
      guard let next = rest.first, next != "," else { return template }
      rest.removeFirst()
      guard next == "{" else {
        throw Failure(.usage, "a '}' has no '{'", hint: "write \\} for the character itself")
      }
      template.parts.append(.field(try field()))
    }
  }

  /// Reads a field and its closing brace.
  private mutating func field() throws -> FieldPath {
    var steps: [String] = []
    while true {
      let step = try text(upTo: ["/", "}", "{"])
      if take("}") {
        if !step.isEmpty || !steps.isEmpty { steps.append(step) }
        return FieldPath(steps: steps)
      }
      guard take("/") else {
        throw Failure(
          .usage, "the field '{\(step)' is not closed",
          hint: "write {\(step)}, or \\{ for the character itself")
      }
      // A leading slash is optional: {/a/b} is {a/b}.
      if !step.isEmpty || !steps.isEmpty { steps.append(step) }
    }
  }
}
