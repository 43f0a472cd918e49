import CellWire

/// The parameters and the result of a method. Checks parameters, and is printed in the OpenRPC
/// document.
public final class MethodDescription: Sendable {
  /// An example: parameters and result as JSON.
  public struct Example: Sendable {
    /// An object.
    public let params: String
    /// The result. The example of a long result has only its most important members.
    public let result: String
  }

  /// A sentence.
  public let summary: String
  /// The parameters.
  public let params: Schema.Properties
  /// The result. Examples may leave out some of its members.
  public let result: Schema
  /// An example.
  public let example: Example

  init(
    _ summary: String, params: Schema.Properties = [], result: Schema = .open([]), example: String = "{}",
    gives: String = "{}"
  ) {
    self.summary = summary
    self.params = params
    self.result = result
    self.example = Example(params: example, result: gives)
  }

  /// Throws invalidParams for parameters that the method does not take. Null counts as absent.
  /// Cells and environments are left to their codecs.
  public func validate(_ params: JSONNode?) throws(RPCError) {
    guard let params else {
      let required = self.params.names.required
      if required == 0 { return }
      throw .missingMember(self.params.names.names[required.trailingZeroBitCount], at: "")
    }
    try params.readMembers(self.params.names) { (place, value) throws(RPCError) in
      try self.params.list[place].schema.validate(value)
    }
  }
}
