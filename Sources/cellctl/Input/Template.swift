/// A text with fields in it: `{name} ({version})`. Also the way to a single value: `{tags}`.
///
/// `\` in front of `\`, `{`, `}`, `,`, `=` and, within a field, `/` takes their meaning away.
struct Template: Equatable {
  /// A piece of a template.
  enum Part: Equatable {
    case literal(String)
    case field(FieldPath)
  }

  /// The pieces in order; never empty literals.
  var parts: [Part] = []

  /// The field, where the template is nothing but one.
  var soleField: FieldPath? {
    if case .field(let path)? = parts.first, parts.count == 1 { path } else { nil }
  }
}

/// The way to a value in a record: member names, or the index in an array. No steps at all is the record itself.
struct FieldPath: Equatable {
  var steps: [String]
}

/// Reads the small language of `--map` and `--id` from left to right.
struct TemplateReader {
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// Takes the character if it is the next one.
  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads up to one of the characters, or the end; `\` takes the meaning of the next character away.
  mutating func text(upTo stops: Set<Character>) throws -> String {
    var text = ""
    while let character = rest.first, !stops.contains(character) {
      rest.removeFirst()
      if character == "\\" {
        guard let escaped = rest.popFirst() else {
          throw Failure(.usage, "a '\\' stands at the end; it needs a character to escape")
        }
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Reads a template up to an unescaped comma, or the end.
  mutating func template(stopAtComma: Bool = true) throws -> Template {
    let stops: Set<Character> = stopAtComma ? [",", "{", "}"] : ["{", "}"]
    var template = Template()
    while true {
      let literal = try text(upTo: stops)
      if !literal.isEmpty { template.parts.append(.literal(literal)) }
      guard let next = rest.first, next != "," else { return template }
      rest.removeFirst()
      guard next == "{" else {
        throw Failure(.usage, "a '}' stands without its '{'", hint: "write \\} for the character itself")
      }
      template.parts.append(.field(try field()))
    }
  }

  /// Reads a field up to and with its closing brace.
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
      // A leading slash changes nothing: {/a/b} is {a/b}.
      if !step.isEmpty || !steps.isEmpty { steps.append(step) }
    }
  }
}
