import ArgumentParser
import CellProtocol

/// A `member=value` of an environment, for `--set` and `view`.
struct EnvironmentMember: ExpressibleByArgument, Equatable {
  /// The member's name. For `truncation.title=…` it is `truncation`.
  let name: String
  /// The slot of `truncation.SLOT=…`.
  let slot: String?
  /// The value as it was typed.
  let value: String

  /// The names of all members, in the order of protocol.md.
  static let names = Components.environment.map(\.name)

  /// Reads `member=value`.
  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    let path = argument[..<equals].split(separator: ".", maxSplits: 1).map(String.init)
    // The option has that name, so people try it as a member.
    name = path.first == "class" ? "widthClass" : path.first ?? ""
    slot = path.count > 1 ? path[1] : nil
    value = String(argument[argument.index(after: equals)...])
    if name.isEmpty || slot != nil && name != "truncation" { return nil }
  }

  /// The value as JSON text.
  private var json: String {
    if value == "null" { return "null" }
    if name == "width", value == "unlimited" { return "null" }
    if name == "font", !value.hasPrefix("{") { return JSONText.string(value) }
    return takesText || !JSONText.isValue(value) ? JSONText.string(value) : value
  }

  /// Whether every value is a text, so that `ellipsis=1` is a text too.
  private var takesText: Bool {
    switch Components.environment.first(where: { $0.name == name })?.schema {
    case .text, .choice: true
    default: false
    }
  }

  /// Makes an environment of members. The last of several values wins; `truncation.SLOT` members
  /// are merged.
  /// - Throws: `Failure` with status `usage` if an environment has no such member.
  static func parameters(of members: [EnvironmentMember]) throws -> Parameters {
    var environment = Parameters()
    var truncation = Parameters()
    for member in members {
      guard names.contains(member.name) else {
        throw Failure(
          .usage, "an environment has no member '\(member.name)'",
          hint: Suggestion.sentence(
            for: member.name, among: names, otherwise: "'cellctl help environment' lists the members"))
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
