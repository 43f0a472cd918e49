import CellProtocol

extension FieldPath {
  /// Returns the value in a record, or nil if it is absent or null.
  func value(in record: JSONNode) -> JSONNode? {
    var node = record
    for step in steps {
      let next =
        switch node.kind {
        case .object: node.members.first { $0.name.string == step }?.value
        case .array: Int(step).flatMap { node.element(at: $0) }
        default: JSONNode?.none
        }
      guard let next else { return nil }
      node = next
    }
    return node.isNull ? nil : node
  }
}

extension Template {
  /// Returns the text that the template makes of a record, or nil if none of its fields has a
  /// value.
  func text(of record: JSONNode) -> String? {
    var text = ""
    var hasFields = false
    var hasValues = false
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let path):
        hasFields = true
        guard let value = path.value(in: record) else { continue }
        hasValues = true
        text += value.mappedText
      }
    }
    return hasFields && !hasValues ? nil : text
  }
}

extension JSONNode {
  /// Returns the element at an index of an array.
  fileprivate func element(at index: Int) -> JSONNode? {
    guard index >= 0 else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }

  /// The value as a text: a string unchanged, an array joined by ", ", anything else as JSON.
  var mappedText: String {
    switch kind {
    case .string: string ?? ""
    case .array: elements.map(\.mappedText).joined(separator: ", ")
    case .null: ""
    default: rawText
    }
  }
}
