import ArgumentParser

/// One `member=value` of an environment, as `--set` and `view` take it.
struct EnvironmentMember: ExpressibleByArgument, Equatable {
  /// The member's name; of `truncation.title` the part before the dot.
  let name: String
  /// The slot of `truncation.SLOT=…`.
  let slot: String?
  /// The value as it was typed.
  let value: String

  /// The members whose value is a word; all others are JSON (numbers, flags, null).
  private static let wordMembers: Set = [
    "unit", "widthClass", "heightClass", "profile", "mode", "direction", "description", "lineLimits",
    "verticalAlignment", "statusAxis", "truncateAt", "ellipsis", "breaks", "widthModel", "separator",
    "glyphs",
    "theme",
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
    return Self.wordMembers.contains(name) || !JSONText.isValue(value) ? JSONText.string(value) : value
  }

  /// Adds members in order; several `truncation.SLOT` become one member.
  static func add(_ members: [EnvironmentMember], to environment: inout Parameters) throws {
    var truncation: [(String, String)] = []
    for member in members {
      if let slot = member.slot {
        truncation.append((slot, member.json))
      } else {
        environment.set(member.name, json: member.json)
      }
    }
    if !truncation.isEmpty {
      let slots = truncation.map { "\(JSONText.string($0)):\($1)" }
      environment.set("truncation", json: "{\(slots.joined(separator: ","))}")
    }
  }
}
