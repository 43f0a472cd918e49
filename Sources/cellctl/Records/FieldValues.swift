import CellProtocol

extension FieldPath {
  /// Returns the values in a record, without nulls. There is at most one if no step is `*`.
  func values(in record: JSONNode) -> [JSONNode] {
    var nodes = [record]
    for step in steps {
      switch step {
      case .name(let name): nodes = nodes.compactMap { $0.child(name) }
      case .dotted(let names):
        nodes = nodes.compactMap { node in
          node.child(names.joined(separator: "."))
            ?? names.reduce(JSONNode?.some(node)) { $0?.child($1) }
        }
      case .each: nodes = nodes.flatMap(\.children)
      }
      if nodes.isEmpty { return [] }
    }
    return nodes.filter { !$0.isNull }
  }

  /// Whether the path can have several values.
  var isPlural: Bool { steps.contains(.each) }
}

extension Field {
  /// The values of a field.
  enum Value {
    case none
    case one(JSONNode)
    /// The values of a path with `*`.
    case several([JSONNode])
  }

  /// Returns the values of the first path that has any.
  func value(in record: JSONNode) -> Value {
    for path in paths {
      let values = path.values(in: record)
      guard let first = values.first else { continue }
      return path.isPlural ? .several(values) : .one(first)
    }
    return .none
  }

  /// Returns the value as a text, or nil if there is none.
  func text(in record: JSONNode) -> String? {
    switch value(in: record) {
    case .none: nil
    case .one(let node): node.mappedText
    case .several(let nodes): nodes.map(\.mappedText).joined(separator: ", ")
    }
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
      case .field(let field):
        hasFields = true
        guard let value = field.text(in: record) else { continue }
        hasValues = true
        text += value
      }
    }
    return hasFields && !hasValues ? nil : text
  }
}

extension JSONNode {
  /// Returns the member of an object, or the element at an index of an array.
  fileprivate func child(_ name: String) -> JSONNode? {
    switch kind {
    case .object: return member(named: name)
    case .array:
      guard let index = Int(name), index >= 0 else { return nil }
      return elements.dropFirst(index).first { _ in true }
    default: return nil
    }
  }

  /// The values of the members of an object, or the elements of an array.
  fileprivate var children: [JSONNode] {
    switch kind {
    case .object: members.map(\.value)
    case .array: Array(elements)
    default: []
    }
  }

  /// The value as a text for people: a string unchanged, an array joined by ", ", an object as
  /// `name: value` joined by ", ".
  var mappedText: String {
    switch kind {
    case .string: string ?? ""
    case .array: elements.map(\.mappedText).joined(separator: ", ")
    case .object:
      members.filter { !$0.value.isNull }
        .map { "\($0.name.string ?? ""): \($0.value.mappedText)" }.joined(separator: ", ")
    case .null: ""
    default: rawText
    }
  }
}

extension Field {
  /// Whether a record has a value for the field.
  func hasValue(in record: JSONNode) -> Bool {
    paths.contains { !$0.values(in: record).isEmpty }
  }
}
