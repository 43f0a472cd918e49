import CellWire

/// The objects of the protocol, as its schema describes them. Options, mappings and help are made
/// from it.
enum Components {
  /// The members of a cell, in the order of protocol.md.
  static let cell = members(of: "Cell")
  /// The members of an environment, in the order of protocol.md.
  static let environment = members(of: "Environment")

  /// The members of a named object, such as `Status`. Anything else has none.
  static func members(of name: String) -> [Schema.Property] {
    guard case .object(let properties)? = Schema.components.first(where: { $0.name == name })?.schema else {
      return []
    }
    return properties.list
  }

  /// The description of a named object.
  static func summary(of name: String) -> String {
    Schema.components.first { $0.name == name }?.summary ?? ""
  }
}
