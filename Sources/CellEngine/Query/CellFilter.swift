/// A condition, made ready for many cells: fields are indices, and texts are folded.
struct CellFilter: Sendable {
  private indirect enum Node: Sendable {
    case all([Node])
    case any([Node])
    case not(Node)
    case test(field: Int, FieldTest)
  }

  private let root: Node
  /// The number of conditions.
  let conditionCount: Int

  /// A filter for the values of `fields`. Other fields of the condition are added to them.
  init(_ condition: Condition, _ fields: inout [CellField]) {
    root = Self.node(condition, &fields)
    conditionCount = Self.conditionCount(condition)
  }

  private static func conditionCount(_ condition: Condition) -> Int {
    switch condition {
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + conditionCount($1) }
    case .not(let part): 1 + conditionCount(part)
    case .comparison: 1
    }
  }

  private static func node(_ condition: Condition, _ fields: inout [CellField]) -> Node {
    switch condition {
    case .all(let parts): .all(parts.map { node($0, &fields) })
    case .any(let parts): .any(parts.map { node($0, &fields) })
    case .not(let part): .not(node(part, &fields))
    case .comparison(let comparison):
      .test(field: fields.place(of: comparison.field), FieldTest(comparison))
    }
  }

  /// Whether a cell with these values meets the condition.
  func isMet(by values: borrowing FieldValues, _ scratch: inout [UInt8]) -> Bool {
    Self.isTrue(root, values, &scratch)
  }

  private static func isTrue(
    _ node: Node, _ values: borrowing FieldValues, _ scratch: inout [UInt8]
  ) -> Bool {
    switch node {
    case .all(let parts):
      for part in parts where !isTrue(part, values, &scratch) { return false }
      return true
    case .any(let parts):
      for part in parts where isTrue(part, values, &scratch) { return true }
      return false
    case .not(let part): return !isTrue(part, values, &scratch)
    case .test(let field, let test): return test.isMet(by: values.values[field], &scratch)
    }
  }
}

extension [CellField] {
  /// The index of a field, which is added if it is not there.
  mutating func place(of field: CellField) -> Int {
    if let place = firstIndex(of: field) { return place }
    append(field)
    return count - 1
  }
}

/// A comparison, made ready for many values.
private struct FieldTest: Sendable {
  private enum Operation: Sendable {
    case equals([Operand])
    case contains(TextNeedle)
    case matches(TextPattern)
    case above(Operand)
    case below(Operand)
  }

  /// A value to compare with.
  private struct Operand: Sendable {
    let value: QueryValue
    /// The text to compare with: folded unless the comparison is exact.
    var text: [UInt8] = []
    /// The number that the value is.
    var number: Double?
    /// The key of the text, for its order.
    var key: [UInt8] = []
    /// The rank of the state that the text names.
    var rank: UInt8?

    init(_ value: QueryValue, exact: Bool) {
      self.value = value
      switch value {
      case .text(let string):
        text = exact ? Array(string.utf8) : TextFold.fold(string)
        number = Array(string.utf8).withUnsafeBufferPointer(DecimalNumber.value)
        rank = Status.State(rawValue: string)?.severity
      case .number(let value): number = value
      case .bool(let value): text = Array((value ? "true" : "false").utf8)
      case .null: break
      }
      if exact { key = text } else { TextFold.appendKey(ofFold: text, to: &key) }
    }

    func isText(_ other: StaticString) -> Bool {
      guard case .text = value else { return false }
      return other.withUTF8Buffer { text.elementsEqual($0) }
    }
  }

  private let operation: Operation
  private let exact: Bool

  init(_ comparison: Comparison) {
    exact = comparison.exact
    let exact = exact
    func utf8(_ text: String) -> [UInt8] { exact ? Array(text.utf8) : TextFold.fold(text) }
    switch comparison.operation {
    case .is(let value): operation = .equals([Operand(value, exact: exact)])
    case .in(let values): operation = .equals(values.map { Operand($0, exact: exact) })
    case .contains(let text): operation = .contains(TextNeedle(utf8(text)))
    case .matches(let text): operation = .matches(TextPattern(utf8(text)))
    case .above(let value): operation = .above(Operand(value, exact: exact))
    case .below(let value): operation = .below(Operand(value, exact: exact))
    }
  }

  /// Whether any of the values meets the comparison.
  func isMet(by values: [FieldValue], _ scratch: inout [UInt8]) -> Bool {
    if case .equals(let operands) = operation, values.isEmpty {
      return operands.contains { $0.value == .null }
    }
    for value in values where isMet(by: value, &scratch) { return true }
    return false
  }

  private func isMet(by value: FieldValue, _ scratch: inout [UInt8]) -> Bool {
    switch operation {
    case .equals(let operands): return equalsAny(value, operands, &scratch)
    case .contains(let needle):
      return withText(of: value, &scratch) { needle.isContained(in: $0) }
    case .matches(let pattern):
      return withText(of: value, &scratch) { pattern.matches($0) }
    case .above(let operand): return order(value, operand, &scratch).map { $0 > 0 } ?? false
    case .below(let operand): return order(value, operand, &scratch).map { $0 < 0 } ?? false
    }
  }

  /// Whether a value is equal to one of the operands. Its text is folded once.
  private func equalsAny(_ value: FieldValue, _ operands: [Operand], _ scratch: inout [UInt8]) -> Bool {
    switch value {
    case .number(let number): return operands.contains { $0.number == number }
    case .bool(let bool):
      return operands.contains { $0.value == .bool(bool) || $0.isText(bool ? "true" : "false") }
    case .text, .word: break
    }
    let number = value.number
    return withText(of: value, &scratch) { text in
      operands.contains { operand in
        switch operand.value {
        case .null: false
        case .number(let other): number == other
        case .bool, .text: text.count == operand.text.count && text.elementsEqual(operand.text)
        }
      }
    }
  }

  /// The order of a value and an operand: below 0, 0 or above 0. `nil` if they cannot be compared.
  private func order(_ value: FieldValue, _ operand: Operand, _ scratch: inout [UInt8]) -> Int? {
    switch (value, operand.value) {
    case (_, .null), (.bool, _), (_, .bool): return nil
    // States are in the order of severity.
    case (.word(_, let left?), _): return operand.rank.map { Int(left) - Int($0) }
    case (.number(let left), _): return operand.number.map { left < $0 ? -1 : left > $0 ? 1 : 0 }
    case (_, .number(let right)): return value.number.map { $0 < right ? -1 : $0 > right ? 1 : 0 }
    default:
      return withText(of: value, &scratch) { text in
        if exact { return Self.order(text, operand.key) }
        var key: [UInt8] = []
        TextFold.appendKey(ofFold: text, to: &key)
        return Self.order(key, operand.key)
      }
    }
  }

  private static func order(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Int {
    left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// Calls `body` with the text of a value: folded unless the comparison is exact.
  private func withText<Result>(
    of value: FieldValue, _ scratch: inout [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    switch value {
    case .text(let bytes): return withFold(of: bytes, &scratch, body)
    case .word(var word, _): return word.withUTF8 { withFold(of: $0, &scratch, body) }
    case .number(let number):
      var text = QueryValue.decimal(number)
      return text.withUTF8(body)
    case .bool(let bool):
      var text = bool ? "true" : "false"
      return text.withUTF8(body)
    }
  }

  private func withFold<Result>(
    of text: UnsafeBufferPointer<UInt8>, _ scratch: inout [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if exact { return body(text) }
    scratch.removeAll(keepingCapacity: true)
    TextFold.append(text, to: &scratch)
    return scratch.withUnsafeBufferPointer(body)
  }
}
