import CellEngine
import CellWire

/// The explanation of a member of a cell or of an environment, from the schema.
struct Explanation {
  /// The path as it is shown, such as `status.state`.
  private let path: [String]
  private let isOfEnvironment: Bool
  /// The member; nil for the whole object.
  private let property: Schema.Property?
  /// The description of the object that the member is, or that its elements are.
  private let component: String?

  /// Finds a member.
  /// - Parameter path: names with dots or slashes between them, such as `status.state`,
  ///   `actions/0/title` or `environment.width`.
  /// - Throws: `Failure` with status `usage`, which names the nearest member.
  init(path text: String) throws {
    var names = text.split { $0 == "." || $0 == "/" }.map(String.init)[...]
    let root = names.first.flatMap { ["environment": "Environment", "cell": "Cell"][$0] }
    if root != nil { names.removeFirst() }
    isOfEnvironment = root == "Environment"
    var component = root ?? "Cell"
    var property: Schema.Property?
    var path: [String] = isOfEnvironment ? ["environment"] : []
    var known: [Schema.Property] = Components.members(of: component)
    // An index of a list is not a member: the explanation is that of all elements.
    for name in names where Int(name) == nil {
      guard let member = known.first(where: { $0.name == name }) else {
        throw Self.unknown(name, in: path, among: known)
      }
      path.append(name)
      property = member
      component = member.schema.componentName ?? ""
      known = member.schema.slots ?? Components.members(of: component)
    }
    self.path = path
    self.property = property
    self.component = property != nil && component.isEmpty ? nil : component
  }

  private static func unknown(_ name: String, in path: [String], among known: [Schema.Property]) -> Failure {
    let parent = path.joined(separator: ".")
    let owner = path.isEmpty ? "a cell" : path == ["environment"] ? "an environment" : "'\(parent)'"
    guard !known.isEmpty else {
      return Failure(.usage, "\(owner) has no members", hint: "try 'cellctl explain \(parent)'")
    }
    let names = known.map(\.name) + (path.isEmpty ? ["environment"] : [])
    return Failure(
      .usage, "\(owner) has no member '\(name)'",
      hint: Suggestion.sentence(
        for: name, among: names,
        otherwise: path.isEmpty
          ? "'cellctl explain' lists the members" : "members: \(names.joined(separator: ", "))"))
  }

  /// The page.
  var page: HelpText {
    var parts: [String] = []
    if let property {
      parts = [path.joined(separator: "."), property.summary.sentence, HelpText.table(facts(of: property))]
    } else {
      parts = [isOfEnvironment ? "environment" : "cell"]
    }
    if case .choice(let names) = property?.schema, names.starts(with: Status.State.allCases.map(\.rawValue)) {
      parts.append("Values:\n\(HelpTopic.stateTable)")
    }
    if let component {
      let summary = Components.summary(of: component)
      let members = Components.members(of: component).map { (name: $0.name, text: $0.summary) }
      parts.append("Members of \(component) (\(summary.withoutFullStop)):\n\(HelpText.table(members))")
    }
    if property == nil, !isOfEnvironment { parts.append(HelpTopic.example(of: PackageResources.cell_json)) }
    return HelpText(parts.joined(separator: "\n\n"))
  }

  private func facts(of property: Schema.Property) -> [(name: String, text: String)] {
    var facts = [(name: "type", text: property.schema.typeName)]
    if property.schema.values != property.schema.typeName {
      facts.append((name: "values", text: property.schema.values))
    }
    if property.isRequired {
      let exception = property.exception.map { ", unless \($0.member) is \($0.text)" } ?? ""
      facts.append((name: "required", text: "yes\(exception)"))
    }
    if let example { facts.append((name: "example", text: example)) }
    return facts
  }

  /// The member in an example: as JSON, or as an option of rows.
  private var example: String? {
    let names = path.dropFirst(isOfEnvironment ? 1 : 0)
    let object = isOfEnvironment ? PackageResources.environment_json : PackageResources.cell_json
    guard let root = try? JSON(parsing: object),
      let value = root.example(at: names[...])
    else { return nil }
    let text = value.text
    guard isOfEnvironment, let first = names.first else { return "\"\(names.last ?? "")\":\(text)" }
    // Only truncation has slots in its name. Other objects are one value.
    let whole = first == "truncation" || names.count == 1 ? text : root[first]?.text ?? text
    let name = first == "truncation" ? names.joined(separator: ".") : first
    let word = value.string ?? whole
    return "--set \(name)=" + (word.isInertInShells ? word : "'\(word)'")
  }
}

extension JSON {
  /// Returns the first value at a path. Arrays are searched for an element that has it.
  fileprivate func example(at path: ArraySlice<String>) -> JSON? {
    guard let name = path.first else { return self }
    if let elements = array {
      for element in elements {
        if let found = element.example(at: path) { return found }
      }
      return nil
    }
    return self[name]?.example(at: path.dropFirst())
  }
}

extension String {
  /// The text with a capital letter and a full stop.
  fileprivate var sentence: String {
    prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }

  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
