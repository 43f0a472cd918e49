/// A condition, made ready for many cells: fields are indices, and texts are folded.
struct CellFilter: Sendable {
  /// A condition. Those in it are after it.
  private struct Node: Sendable {
    enum Kind: Sendable { case all, any, not, test }

    let kind: Kind
    /// The index after the last condition in it.
    var end: Int
    /// The index of the field that it tests.
    var field = 0
  }

  /// The conditions in one array. Walking through a tree of values counted references to each part
  /// for each cell, which took half of the time of an order.
  private let nodes: [Node]
  /// For each condition its comparison.
  private let tests: [FieldTest?]

  /// The number of conditions.
  var conditionCount: Int { nodes.count }

  /// A filter for the values of `fields`. Other fields of the condition are added to them.
  init(_ condition: Condition, _ fields: inout [CellField]) {
    var nodes: [Node] = []
    var tests: [FieldTest?] = []
    Self.add(condition, to: &nodes, &tests, &fields)
    self.nodes = nodes
    self.tests = tests
  }

  private static func add(
    _ condition: Condition, to nodes: inout [Node], _ tests: inout [FieldTest?], _ fields: inout [CellField]
  ) {
    let index = nodes.count
    var test: FieldTest?
    var parts: [Condition] = []
    switch condition {
    case .all(let conditions):
      nodes.append(Node(kind: .all, end: 0))
      parts = conditions
    case .any(let conditions):
      nodes.append(Node(kind: .any, end: 0))
      parts = conditions
    case .not(let condition):
      nodes.append(Node(kind: .not, end: 0))
      parts = [condition]
    case .comparison(let comparison):
      nodes.append(Node(kind: .test, end: 0, field: fields.place(of: comparison.field)))
      test = FieldTest(comparison)
    }
    tests.append(test)
    for part in parts { add(part, to: &nodes, &tests, &fields) }
    nodes[index].end = nodes.count
  }

  /// Whether a cell with these values meets the condition.
  func isMet(by values: borrowing FieldValues, _ scratch: inout FilterScratch) -> Bool {
    scratch.folded = nil
    // References are not counted while both are looked at in place.
    return nodes.withUnsafeBufferPointer { nodes in
      tests.withUnsafeBufferPointer { tests in Self.isTrue(0, nodes, tests, values, &scratch) }
    }
  }

  private static func isTrue(
    _ index: Int, _ nodes: UnsafeBufferPointer<Node>, _ tests: UnsafeBufferPointer<FieldTest?>,
    _ values: borrowing FieldValues, _ scratch: inout FilterScratch
  ) -> Bool {
    let node = nodes[index]
    var part = index + 1
    switch node.kind {
    case .all:
      while part < node.end {
        guard isTrue(part, nodes, tests, values, &scratch) else { return false }
        part = nodes[part].end
      }
      return true
    case .any:
      while part < node.end {
        if isTrue(part, nodes, tests, values, &scratch) { return true }
        part = nodes[part].end
      }
      return false
    case .not: return !isTrue(part, nodes, tests, values, &scratch)
    case .test: return tests[index]?.isMet(by: values, node.field, &scratch) ?? false
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
private final class FieldTest: @unchecked Sendable {
  // Nothing of it changes.

  private enum Operation {
    case equals, contains, matches, above, below
  }

  /// A value to compare with. Its bytes belong to the test.
  private struct Operand {
    enum Kind: Equatable {
      case null, text, number, bool(Bool)
    }

    let kind: Kind
    /// The text to compare with: folded unless the comparison is exact.
    let text: UnsafeBufferPointer<UInt8>
    /// The key of the text, for its order.
    let key: UnsafeBufferPointer<UInt8>
    /// The number that the value is.
    var number: Double?
    /// The rank of the state that the text names.
    var rank: UInt8?

    init(_ value: QueryValue, exact: Bool) {
      var text: [UInt8] = []
      switch value {
      case .text(let string):
        kind = .text
        text = exact ? Array(string.utf8) : TextFold.fold(string)
        number = Array(string.utf8).withUnsafeBufferPointer(DecimalNumber.value)
        rank = Status.State(rawValue: string)?.severity
      case .number(let value):
        kind = .number
        number = value
      case .bool(let value):
        kind = .bool(value)
        text = Array((value ? "true" : "false").utf8)
      case .null: kind = .null
      }
      var key: [UInt8] = []
      if exact { key = text } else { TextFold.appendKey(ofFold: text, to: &key) }
      self.text = Self.kept(text)
      self.key = Self.kept(key)
    }

    private static func kept(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = memory.initialize(from: bytes)
      return UnsafeBufferPointer(memory)
    }

    func isText(_ other: StaticString) -> Bool {
      kind == .text && other.withUTF8Buffer { text.elementsEqual($0) }
    }
  }

  private let operation: Operation
  private let exact: Bool
  private let operands: UnsafeBufferPointer<Operand>
  private let needle: TextNeedle
  private let pattern: TextPattern

  init(_ comparison: Comparison) {
    exact = comparison.exact
    let exact = exact
    func utf8(_ text: String) -> [UInt8] { exact ? Array(text.utf8) : TextFold.fold(text) }
    var values: [QueryValue] = []
    var (needle, pattern): ([UInt8], String) = ([], "")
    switch comparison.operation {
    case .is(let value): (operation, values) = (.equals, [value])
    case .in(let all): (operation, values) = (.equals, all)
    case .contains(let text): (operation, needle) = (.contains, utf8(text))
    case .matches(let text): (operation, pattern) = (.matches, text)
    case .above(let value): (operation, values) = (.above, [value])
    case .below(let value): (operation, values) = (.below, [value])
    }
    self.needle = TextNeedle(needle)
    self.pattern = TextPattern(pattern, exact: exact)
    let memory = UnsafeMutableBufferPointer<Operand>.allocate(capacity: values.count)
    _ = memory.initialize(from: values.map { Operand($0, exact: exact) })
    operands = UnsafeBufferPointer(memory)
  }

  deinit {
    for operand in operands {
      operand.text.deallocate()
      operand.key.deallocate()
    }
    operands.deallocate()
  }

  /// Whether any of the values of a field meets the comparison.
  func isMet(by values: borrowing FieldValues, _ field: Int, _ scratch: inout FilterScratch) -> Bool {
    if operation == .equals, values.first(field) == nil { return operands.contains { $0.kind == .null } }
    return values.contains(field) { scratch.effort.goesOn(16) && isMet(by: $0, &scratch) }
  }

  private func isMet(by value: FieldValue, _ scratch: inout FilterScratch) -> Bool {
    switch operation {
    case .equals: equalsAny(value, &scratch)
    case .contains: withText(of: value, &scratch) { needle.isContained(in: $0, &$1) }
    case .matches: withText(of: value, &scratch) { pattern.matches($0, &$1) }
    case .above: order(value, operands[0], &scratch).map { $0 > 0 } ?? false
    case .below: order(value, operands[0], &scratch).map { $0 < 0 } ?? false
    }
  }

  /// Whether a value is equal to one of the operands. Its text is folded once.
  private func equalsAny(_ value: FieldValue, _ scratch: inout FilterScratch) -> Bool {
    switch value {
    case .number(let number): return operands.contains { $0.number == number }
    case .bool(let bool):
      return operands.contains { $0.kind == .bool(bool) || $0.isText(bool ? "true" : "false") }
    case .text, .escaped, .state, .kind, .accessory: break
    }
    let number = value.number
    return withText(of: value, &scratch) { text, _ in
      operands.contains { operand in
        switch operand.kind {
        case .null: false
        case .number: number == operand.number
        case .bool, .text: text.count == operand.text.count && text.elementsEqual(operand.text)
        }
      }
    }
  }

  /// The order of a value and an operand: below 0, 0 or above 0. `nil` if they cannot be compared.
  private func order(_ value: FieldValue, _ operand: Operand, _ scratch: inout FilterScratch) -> Int? {
    switch (value, operand.kind) {
    case (_, .null), (.bool, _), (_, .bool): return nil
    // States are in the order of severity.
    case (.state(let left), _): return operand.rank.map { Int(left.severity) - Int($0) }
    case (.number(let left), _): return operand.number.map { left < $0 ? -1 : left > $0 ? 1 : 0 }
    case (_, .number):
      guard let left = value.number, let right = operand.number else { return nil }
      return left < right ? -1 : left > right ? 1 : 0
    default:
      return withText(of: value, &scratch) { text, effort in
        if exact { return Self.order(text, operand.key) }
        guard effort.goesOn(text.count) else { return nil }
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
    of value: FieldValue, _ scratch: inout FilterScratch,
    _ body: (UnsafeBufferPointer<UInt8>, inout Effort) -> Result
  ) -> Result {
    value.withText { text in
      switch value {
      case .text, .escaped, .state, .kind, .accessory:
        if exact { return body(text, &scratch.effort) }
        let isFolded = text.baseAddress == scratch.folded?.baseAddress && text.count == scratch.folded?.count
        if !isFolded { scratch.fold(text) }
        // The texts of a record stay where they are, so the next condition uses the same fold.
        scratch.folded = if case .text = value { text } else { nil }
        var fold = TextFold()
        swap(&fold, &scratch.fold)
        defer { swap(&fold, &scratch.fold) }
        return fold.bytes.withUnsafeBufferPointer { body($0, &scratch.effort) }
      case .number, .bool: return body(text, &scratch.effort)
      }
    }
  }
}

/// The memory for the conditions of a cell, and the work on them.
struct FilterScratch {
  fileprivate var fold = TextFold()
  /// The text of the record whose fold is in ``fold``.
  fileprivate var folded: UnsafeBufferPointer<UInt8>?
  fileprivate(set) var effort: Effort

  init(_ interruption: Interruption) { effort = Effort(interruption) }

  /// Folds a text, or its beginning if the work is interrupted.
  fileprivate mutating func fold(_ text: UnsafeBufferPointer<UInt8>) {
    fold.removeAll()
    var start = 0
    while start < text.count, effort.goesOn(0) {
      var end = min(text.count, start + Effort.piece)
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      fold.append(UnsafeBufferPointer(rebasing: text[start..<end]))
      _ = effort.goesOn(end - start)
      start = end
    }
    fold.end()
  }
}
