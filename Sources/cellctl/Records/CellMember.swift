import CellWire

/// A member of a cell that a mapping or a patch can set, as the schema describes it.
///
/// Its kind decides how a text is written as JSON: `unread=true` becomes a boolean, `title=true` a
/// text.
struct CellMember {
  /// The way a value is written.
  enum Kind {
    case text, number, flag
    /// A list. Each repetition of the member appends to it.
    case list
    /// Any JSON, copied from the record.
    case any
  }

  let name: String
  let kind: Kind
  private let parts: [Schema.Property]

  /// The members of a cell, in the order of protocol.md.
  static let all = Components.cell.map(CellMember.init)

  /// Returns nil if a cell has no such member.
  init?(_ name: String) {
    guard let member = Self.all.first(where: { $0.name == name }) else { return nil }
    self = member
  }

  private init(_ property: Schema.Property) {
    name = property.name
    kind = property.schema.kind
    parts = property.schema.component.map(Components.members) ?? []
  }

  /// Returns a hint for a name that no member has.
  static func suggestion(for name: String) -> String {
    Suggestion.sentence(
      for: name, among: all.map(\.name), otherwise: "'cellctl help cells' lists the members")
  }

  /// The names of the members inside this one: `text`, `icon`, `state` and `label` for `status`.
  var partNames: [String] { parts.map(\.name) }

  /// Returns the kind of a member inside this one, such as `state` of `status`, or nil if
  /// it does not exist.
  func kind(ofPart name: String) -> Kind? {
    parts.first { $0.name == name }?.schema.kind
  }
}

extension Schema {
  /// The way a value of this schema is written.
  fileprivate var kind: CellMember.Kind {
    switch self {
    case .text, .name, .rowName, .choice: return .text
    case .boolean: return .flag
    case .integer, .number: return .number
    case .array: return .list
    case .either(let schemas, _):
      let kinds = schemas.map(\.kind)
      // A list may have a short form, a rating is a number or an object, and a label is a text or a
      // number.
      if kinds.contains(.list) { return .list }
      if kinds.contains(.text), kinds.contains(.any) { return .any }
      return kinds.contains(.number) && !schemas.contains(where: \.isText) ? .number : kinds.first ?? .any
    case .any, .object, .oneOf, .open, .map, .nullable, .reference: return .any
    }
  }

  private var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// The component that a value is, or that its elements are.
  fileprivate var component: String? {
    switch self {
    case .reference(let name): name
    case .array(let element, _): element.component
    case .either(let schemas, _): schemas.lazy.compactMap(\.component).first
    default: nil
    }
  }
}
