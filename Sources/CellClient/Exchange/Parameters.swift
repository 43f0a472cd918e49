import CellWire

/// The parameters of a request, in the order in which they were set. Setting a name again replaces
/// its value.
package struct Parameters {
  private var members: [(name: String, json: [UInt8])] = []

  package init() {}

  /// The members of an object.
  init(_ object: JSON) {
    for member in object.members ?? [] { set(member.name, json: member.value.text) }
  }

  /// Whether no member is set.
  package var isEmpty: Bool { members.isEmpty }

  /// Whether a member is set.
  package func contains(_ name: String) -> Bool {
    members.contains { $0.name.exact == name.exact }
  }

  /// Removes a member.
  package mutating func remove(_ name: String) {
    members.removeAll { $0.name.exact == name.exact }
  }

  /// Sets a member to a JSON text.
  package mutating func set(_ name: String, json: some Collection<UInt8>) {
    remove(name)
    members.append((name, Array(json)))
  }

  /// Sets a member to a JSON text.
  package mutating func set(_ name: String, json: String) {
    set(name, json: json.utf8)
  }

  /// Sets a member to a text.
  package mutating func set(_ name: String, _ value: String) {
    set(name, json: JSON.string(value).text)
  }

  /// Sets a member to a number.
  package mutating func set(_ name: String, _ value: Int) {
    set(name, json: String(value))
  }

  /// Sets a member to true or false.
  package mutating func set(_ name: String, _ value: Bool) {
    set(name, json: value ? "true" : "false")
  }

  /// Sets a member to an array of texts.
  package mutating func set(_ name: String, _ values: [String]) {
    set(name, json: JSON.array(values.map(JSON.string)).text)
  }

  /// Sets a member to an object.
  package mutating func set(_ name: String, _ object: Parameters) {
    set(name, json: object.json)
  }

  /// Sets all members of other parameters.
  package mutating func set(_ others: Parameters) {
    for member in others.members { set(member.name, json: member.json) }
  }

  /// The JSON object.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for member in members {
        writer.name(escaping: member.name)
        writer.raw(member.json)
      }
    }
    return writer.bytes
  }
}
