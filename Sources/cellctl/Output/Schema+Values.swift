import CellWire

extension Schema {
  /// The possible values in words: `auto, compact, regular`, `number from 0 to 1`, or
  /// `list of text or Icon`.
  var values: String {
    switch self {
    case .any, .open: "any JSON"
    case .text: "text"
    case .name, .rowName: "text or integer"
    case .boolean: "true or false"
    case .integer(let range): "integer" + Self.bounds(Double(range.lowerBound), Double(range.upperBound))
    case .number(let range): "number" + Self.bounds(range.lowerBound, range.upperBound)
    case .choice(let names): names.joined(separator: ", ")
    case .array(let element, let atMost):
      "list of " + (atMost.map { "at most \($0) " } ?? "") + element.values
    case .object, .oneOf: "object"
    case .map(let names, let schema): "object; \(names.joined(separator: ", ")): \(schema.values)"
    case .either(let schemas, _):
      if case .array? = schemas.last {
        schemas.dropLast().map(\.values).joined(separator: " or ") + ", or a list of them"
      } else {
        schemas.map(\.values).joined(separator: " or ")
      }
    case .nullable(let schema): "\(schema.values) or null"
    case .reference(let name): name
    }
  }

  /// The type in words, without the values: `text`, `list of Action`, `number`.
  var typeName: String {
    switch self {
    case .choice: "text"
    case .integer: "integer"
    case .number: "number"
    case .map(_, let schema): "object of \(schema.typeName)"
    case .array(let element, _): "list of \(element.typeName)"
    case .nullable(let schema): "\(schema.typeName) or null"
    case .either(let schemas, _):
      if case .array? = schemas.last { values } else { Self.types(of: schemas) }
    case .any, .open, .text, .name, .rowName, .boolean, .object, .oneOf, .reference: values
    }
  }

  private static func types(of schemas: [Schema]) -> String {
    schemas.map(\.typeName).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: " or ")
  }

  /// The name of the object that a value is, or that its elements are.
  var componentName: String? {
    switch self {
    case .reference(let name): name
    case .array(let element, _), .nullable(let element): element.componentName
    case .either(let schemas, _): schemas.lazy.compactMap(\.componentName).first
    default: nil
    }
  }

  /// The members of an object whose members all have one schema.
  var slots: [Property]? {
    switch self {
    case .map(let names, let schema): names.map { Property($0, schema, "the value for \($0)") }
    case .nullable(let schema): schema.slots
    default: nil
    }
  }

  /// Returns ` from 0 to 1`. Ignores bounds that are too large for a double.
  private static func bounds(_ lower: Double, _ upper: Double) -> String {
    let exact = -9e15...9e15
    guard exact.contains(lower) else { return "" }
    return " from \(text(lower))" + (exact.contains(upper) ? " to \(text(upper))" : "")
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
