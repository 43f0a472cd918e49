import ArgumentParser

/// One `member=value` of an environment, as `--set` and `view` take it.
struct EnvironmentMember: ExpressibleByArgument, Equatable {
  /// The member's name; of `truncation.title` the part before the dot.
  let name: String
  /// The slot of `truncation.SLOT=…`.
  let slot: String?
  /// The value as it was typed.
  let value: String

  /// The members whose value is a word.
  private static let words: Set = [
    "unit", "widthClass", "heightClass", "profile", "mode", "direction", "description", "lineLimits",
    "verticalAlignment", "statusAxis", "truncateAt", "ellipsis", "breaks", "widthModel", "separator",
    "glyphs", "theme",
  ]

  /// The members whose value is JSON: a number, a flag, an object.
  private static let values: Set = [
    "width", "height", "split", "descriptionLines", "titleLines", "tagLines", "statusWidth", "truncation",
    "ambiguousWidth", "margins", "textScale", "font",
  ]

  /// Reads `member=value`.
  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    let path = argument[..<equals].split(separator: ".", maxSplits: 1).map(String.init)
    name = path.first ?? ""
    slot = path.count > 1 ? path[1] : nil
    value = String(argument[argument.index(after: equals)...])
    if name.isEmpty || slot != nil && name != "truncation" { return nil }
  }

  /// The value as JSON text.
  private var json: String {
    if value == "null" { return "null" }
    if name == "width", value == "unlimited" { return "null" }
    if name == "font", !JSONText.isValue(value) { return "{\"family\":\(JSONText.string(value))}" }
    return Self.words.contains(name) || !JSONText.isValue(value) ? JSONText.string(value) : value
  }

  /// The member that a place in parameters speaks of, with what is inside of it: `font.size` of `/environment/font/size`.
  static func name(at path: String) -> String? {
    var steps = path.split(separator: "/")[...]
    if steps.first == "environment" { steps = steps.dropFirst() }
    guard let name = steps.first.map(String.init), words.contains(name) || values.contains(name) else {
      return nil
    }
    return steps.joined(separator: ".")
  }

  /// An environment of members, the last of a name winning; several `truncation.SLOT` become one member.
  /// - Throws: `Failure` with status `usage` where an environment has no such member.
  static func parameters(of members: [EnvironmentMember]) throws -> Parameters {
    var environment = Parameters()
    var truncation = Parameters()
    for member in members {
      guard words.contains(member.name) || values.contains(member.name) else {
        throw Failure(
          .usage, "an environment has no member '\(member.name)'",
          hint: Suggestion.sentence(for: member.name, among: words.union(values).sorted()))
      }
      if let slot = member.slot {
        truncation.set(slot, json: member.json)
      } else {
        environment.set(member.name, json: member.json)
      }
    }
    if !truncation.isEmpty { environment.set("truncation", truncation) }
    return environment
  }
}
