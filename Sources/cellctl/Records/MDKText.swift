import CellWire

/// The texts of a page of the Mobile Development Kit. They name properties of the entity as
/// `{Property}`, and those of an expanded entity as `{Navigation/Property}`.
enum MDKText {
  /// Returns the text of a value; nil if it is empty, or nothing that cells can show.
  /// - Parameter entity: the entity of the row. Without one, the names of the properties are shown.
  static func text(of value: JSON, entity: JSON?, path: String, _ issues: MDKIssues) -> String? {
    let text: String?
    switch value {
    case .string(let string): text = self.text(string, entity, path, issues)
    case .number(let digits): text = digits
    case .bool(let flag): text = flag ? "true" : "false"
    case .null: text = nil
    case .array, .object:
      issues.add(path, "expected a text")
      text = nil
    }
    return text?.isEmpty == true ? nil : text
  }

  /// Whether a text is the path of a rule, a program of the app.
  static func isRule(_ text: String?) -> Bool {
    text.map { $0.hasPrefix("/") && $0.hasSuffix(".js") } ?? false
  }

  private static func text(_ string: String, _ entity: JSON?, _ path: String, _ issues: MDKIssues) -> String?
  {
    if isRule(string) {
      issues.add(path, "rules are programs of the app and do not run here (\(string))")
      return nil
    }
    if string.hasPrefix("#"), !string.hasPrefix("#Property:") {
      issues.add(path, "a target path reads a page of the app (\(string))")
      return nil
    }
    if string.hasPrefix("#Property:") {
      return property(String(string.dropFirst("#Property:".count)), of: entity, path, issues)
    }
    return replacingFormats(string, path, issues).map { replacingBindings($0, entity, path, issues) }
  }

  /// Replaces each `{Property}`. A brace without its other one is a letter.
  private static func replacingBindings(
    _ string: String, _ entity: JSON?, _ path: String, _ issues: MDKIssues
  ) -> String {
    var text = ""
    var rest = Substring(string)
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      text += rest[..<start]
      var name = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      // The older form is {{#Property:Name}}.
      if name.hasPrefix("{#Property:"), rest.hasPrefix("}") {
        name = name.dropFirst("{#Property:".count)
        rest = rest.dropFirst()
      }
      text += property(String(name), of: entity, path, issues) ?? ""
    }
    return text + rest
  }

  /// Replaces formats such as `$(L,key)` and `$(D,{Property},…)`: texts of a language, dates and
  /// numbers. The key or the value is shown as it is.
  private static func replacingFormats(_ string: String, _ path: String, _ issues: MDKIssues) -> String? {
    var text = ""
    var rest = Substring(string)
    while let start = rest.firstRange(of: "$(") {
      text += rest[..<start.lowerBound]
      let arguments = FormatArguments(rest[start.upperBound...])
      guard let arguments, arguments.list.count > 1 else { return text + rest[start.lowerBound...] }
      let value = arguments.list[1]
      issues.add(
        path,
        arguments.list[0] == "L"
          ? "the texts of languages are files of the app; the key \"\(value)\" is shown"
          : "the format $(\(arguments.list[0]),…) is not applied; the value is shown as it is")
      text += value
      rest = arguments.rest
    }
    return text + rest
  }

  /// The arguments of a format up to its closing parenthesis.
  private struct FormatArguments {
    var list: [String] = []
    var rest: Substring

    /// - Parameter text: begins after the opening parenthesis.
    /// - Returns: `nil` if the parenthesis is not closed.
    init?(_ text: Substring) {
      var depth = 0
      var argument = ""
      for index in text.indices {
        let letter = text[index]
        if letter == ")", depth == 0 {
          list.append(Self.plain(argument))
          rest = text[text.index(after: index)...]
          return
        }
        if letter == ",", depth == 0 {
          list.append(Self.plain(argument))
          argument = ""
          continue
        }
        if letter == "(" || letter == "{" { depth += 1 }
        if letter == ")" || letter == "}" { depth -= 1 }
        argument.append(letter)
      }
      return nil
    }

    /// An argument without blanks and quotes around it.
    private static func plain(_ argument: String) -> String {
      var text = Substring(argument)
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
      guard text.count > 1, text.first == "'", text.last == "'" else { return String(text) }
      return String(text.dropFirst().dropLast())
    }
  }

  /// The value of a property as a text. Without an entity it is the name of the property.
  private static func property(
    _ name: String, of entity: JSON?, _ path: String, _ issues: MDKIssues
  ) -> String? {
    guard let entity else { return name }
    let value = name.split(separator: "/").reduce(JSON?.some(entity)) { $0?[String($1)] }
    issues.use(name, at: path, isThere: value != nil)
    switch value {
    case .string(let text): return text
    case .number(let digits): return digits
    case .bool(let flag): return flag ? "true" : "false"
    case .array, .object:
      issues.add(path, "the property \"\(name)\" is not a text")
      return nil
    case .null, nil: return nil
    }
  }
}
