import ArgumentParser
import CellClient
import CellEngine
import CellWire

/// The conditions, the order and the groups of cells.
struct QueryOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only cells that meet this: field=value, or !=, ~ (contains, or matches with * and ?), <, <=, > or >=. Several must all be true.",
      valueName: "condition"), completion: .cellField, transform: ConditionArgument.init)
  var conditions: [ConditionArgument] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by these fields, such as status/state,-data/hours; a minus is for descending.",
      valueName: "fields"),
    completion: .cellField, transform: FieldList.init)
  var sort: FieldList?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make a section of each value of this field.", valueName: "field"),
    completion: .cellField)
  var group: String?

  /// Whether any of the options is set.
  var isSpecific: Bool { !conditions.isEmpty || sort != nil || group != nil }

  func validate() throws {
    if let group { try Self.checkField(group, in: "--group \(group)") }
  }

  /// Checks that a field exists.
  /// - Parameter place: the part of the command line that names it; nil if the message has it.
  fileprivate static func checkField(_ path: String, in place: String? = nil) throws {
    guard CellField(path) == nil else { return }
    let hint =
      if path.hasPrefix("data/") {
        "a path in data has a name after each slash, such as data/plant/name"
      } else if let nearest = nearestName(to: path, in: CellField.paths) {
        "did you mean '\(nearest)'?"
      } else {
        "'cellctl help queries' names the fields"
      }
    throw ValidationError("\(place.map { "\($0): " } ?? "")there is no field '\(path)'; \(hint)")
  }

  /// The parameters of `rows.pull` for the cells of the query, in its order.
  func cellParameters(_ session: Parameters) -> Parameters {
    var environment = Parameters()
    environment.set("width", json: "null")
    set(in: &environment)
    var parameters = session
    parameters.set("environment", environment)
    parameters.set("include", ["cell"])
    return parameters
  }

  /// The condition that all cells meet, as JSON; nil for all cells.
  var condition: String? { ConditionArgument.all(conditions.map(\.json)) }

  /// Sets the members of an environment.
  func set(in environment: inout Parameters) {
    if let condition { environment.set("where", json: condition) }
    if let sort { environment.set("sort", sort.fields) }
    if let group { environment.set("group", group) }
  }
}

/// Fields that are separated by commas.
struct FieldList {
  /// The paths, with a minus for descending order.
  let fields: [String]

  init(_ argument: String) throws {
    fields = argument.split(separator: ",").map(String.init)
    guard !fields.isEmpty else {
      throw ValidationError("expected fields with commas between them, such as status/state,-data/hours")
    }
    for field in fields {
      try QueryOptions.checkField(field.hasPrefix("-") ? String(field.dropFirst()) : field)
    }
  }
}

/// A condition such as `status/state=negative`.
struct ConditionArgument {
  /// The longer operators before those that they begin with.
  private static let operators = ["!=", "<=", ">=", "==", "=", "~", "<", ">"]

  private let field: String
  private let comparison: String
  private let value: String

  init(_ argument: String) throws {
    let found = argument.indices.lazy.compactMap { index -> (String.Index, String)? in
      let rest = argument[index...]
      // In a path, ~1 is a slash and ~0 a tilde.
      if argument.hasPrefix("data/"), rest.hasPrefix("~0") || rest.hasPrefix("~1") { return nil }
      return Self.operators.first { rest.hasPrefix($0) }.map { (index, $0) }
    }.first
    guard let (index, comparison) = found, index > argument.startIndex else {
      throw ValidationError(
        "expected a field, one of = != ~ < <= > >= and a value, such as status/state=negative or 'title~pump'"
      )
    }
    field = String(argument[..<index])
    self.comparison = comparison
    value = String(argument[index...].dropFirst(comparison.count))
    try QueryOptions.checkField(field)
  }

  /// Returns the condition that is true if all of these are, as JSON; nil for none.
  static func all(_ conditions: [String]) -> String? {
    conditions.count > 1 ? #"{"all":[\#(conditions.joined(separator: ","))]}"# : conditions.first
  }

  /// The condition, as JSON.
  var json: String {
    let text = JSONText.string(value)
    func condition(_ operation: String, _ json: String) -> String {
      #"{"field":\#(JSONText.string(field)),"\#(operation)":\#(json)}"#
    }
    let isEqual = condition("is", value.isEmpty ? "null" : text)
    switch comparison {
    case "=", "==": return isEqual
    case "!=": return #"{"not":\#(isEqual)}"#
    case "~": return condition(value.contains { "*?".contains($0) } ? "matches" : "contains", text)
    // A text is compared with numbers as the number that it is.
    case "<", ">": return condition(comparison == "<" ? "below" : "above", text)
    default:
      // The opposite of the other comparison is true for cells without a value, too.
      let isBeyond = condition(comparison == "<=" ? "below" : "above", text)
      return #"{"any":[\#(isBeyond),\#(condition("is", text))]}"#
    }
  }
}
