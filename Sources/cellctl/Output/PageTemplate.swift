/// A text with places for values: `{{name}}`, and `{{#name}}…{{/name}}` once for each element of a
/// list.
struct PageTemplate {
  /// A value of a place.
  enum Value {
    case text(String)
    case list([[String: Value]])
  }

  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Returns the text with its values. The elements of a list have those around them, too.
  func filled(_ values: [String: Value]) -> String {
    Self.fill(text[...], values)
  }

  private static func fill(_ text: Substring, _ values: [String: Value]) -> String {
    var filled = ""
    var rest = text
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      filled += rest[..<start.lowerBound]
      var name = rest[start.upperBound..<end.lowerBound]
      rest = rest[end.upperBound...]
      let isList = name.first == "#"
      if isList { name.removeFirst() }
      let value = values[String(name)]
      if isList, let close = rest.firstRange(of: "{{/\(name)}}") {
        if case .list(let elements)? = value {
          for element in elements {
            filled += fill(rest[..<close.lowerBound], values.merging(element) { $1 })
          }
        }
        rest = rest[close.upperBound...]
      } else if case .text(let text)? = value {
        filled += text
      }
    }
    return filled + rest
  }
}
