import ArgumentParser
import CellClient
import CellWire

/// A `member=value` of an environment, for `--set` and `view`.
struct EnvironmentMember: ExpressibleByArgument, Equatable {
  /// The member's name. For `truncation.title=…` it is `truncation`.
  let name: String
  /// The member inside the member: the slot of `truncation.SLOT=…`, or `size` of `font.size=…`.
  let part: String?
  /// The value as it was typed.
  let value: String

  /// The names of all members, in the order of protocol.md.
  static let names = Components.environment.map(\.name)

  /// The members that can be set part by part.
  private static let namesWithParts = ["truncation", "font"]

  /// Reads `member=value`.
  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    let path = argument[..<equals].split(separator: ".", maxSplits: 1).map(String.init)
    // The option has that name, so people try it as a member.
    name = path.first == "class" ? "widthClass" : path.first ?? ""
    part = path.count > 1 ? path[1] : nil
    value = String(argument[argument.index(after: equals)...])
    if name.isEmpty || part != nil && !Self.namesWithParts.contains(name) { return nil }
  }

  /// The value as JSON text.
  var json: String {
    if value == "null" { return "null" }
    if name == "width", value == "unlimited" { return "null" }
    if name == "font", part == nil, !value.hasPrefix("{") { return JSONText.string(value) }
    return takesText || !JSONText.isValue(value) ? JSONText.string(value) : value
  }

  /// Whether every value is a text, so that `ellipsis=1` is a text too.
  private var takesText: Bool {
    let member = Components.environment.first { $0.name == name }
    let parts = part == nil ? [] : member?.schema.componentName.map(Components.members) ?? []
    switch part == nil ? member?.schema : parts.first(where: { $0.name == part })?.schema {
    case .text, .choice: return true
    default: return false
    }
  }

  /// Makes an environment of members. The last of several values wins. Members such as `font.size`
  /// are added to the members next to them.
  /// - Parameter current: the environment that is changed, as `view.list` returns it.
  /// - Throws: `Failure` with status `usage` if an environment has no such member.
  static func parameters(
    of members: [EnvironmentMember], changing current: JSON = .null
  ) throws -> Parameters {
    var environment = Parameters()
    var objects: [String: JSON] = [:]
    for member in members {
      guard names.contains(member.name) else {
        throw Failure(
          .usage, "an environment has no member '\(member.name)'",
          hint: Suggestion.sentence(
            for: member.name, among: names, otherwise: "'cellctl help environment' lists the members"))
      }
      if namesWithParts.contains(member.name) {
        let object = objects[member.name] ?? current[member.name] ?? .null
        objects[member.name] = member.applied(to: object)
        // A text for a font stays as it was typed.
        if member.part != nil {
          environment.set(member.name, json: objects[member.name]?.text ?? "null")
          continue
        }
      }
      environment.set(member.name, json: member.json)
    }
    return environment
  }

  /// Returns the value of the member after a change of its part, or of all of it.
  private func applied(to object: JSON) -> JSON {
    let value = (try? JSON(parsing: json)) ?? .null
    guard let part else { return value }
    // A text for a font is its family.
    let whole: JSON = if name == "font", case .string = object { ["family": object] } else { object }
    return whole.merging(.object([JSON.Member(part, value)]))
  }
}
