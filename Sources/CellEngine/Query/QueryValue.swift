/// A value that a condition compares with, or that a group of cells has.
public enum QueryValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case bool(Bool)
  /// The absence of any value.
  case null

  // Byte by byte: String treats canonically equivalent texts as equal.
  public static func == (left: QueryValue, right: QueryValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.number(let left), .number(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .number(let number): hasher.combine(number)
    case .bool(let bool): hasher.combine(bool)
    case .null: hasher.combine(0)
    }
  }

  /// The value as people read it. The title of a group without a value is a dash.
  public var title: String {
    switch self {
    case .text(let text): text.isEmpty ? "–" : text
    case .number(let number): Self.decimal(number)
    case .bool(let bool): bool ? "true" : "false"
    case .null: "–"
    }
  }

  /// The shortest decimal text of a number: `2` for 2.0.
  static func decimal(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
