import CellProtocol

extension Schema {
  /// The possible values in words: `auto, compact, regular`, `number from 0 to 1`, or
  /// `list of text or Icon`.
  var values: String {
    switch self {
    case .any, .open: "any JSON"
    case .text: "text"
    case .name: "text or integer"
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
