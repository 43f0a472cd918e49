/// What a method takes and gives: checks parameters, and is printed in the OpenRPC document.
public struct MethodDescription: Sendable {
  /// An example: parameters and result as JSON.
  public struct Example: Sendable {
    /// An object.
    public let params: String
    /// What comes back; of a long result, the members that tell it.
    public let result: String
  }

  /// One sentence.
  public let summary: String
  /// The parameters.
  public let params: Schema.Properties
  /// The result. Its parts that are given in examples may be fewer.
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
}

extension MethodDescription {
  /// The methods without a required parameter.
  fileprivate static let needNothing = Set(
    Method.allCases.filter { $0.description.params.names.required == 0 })
}

extension Method {
  /// What the method takes and gives.
  public var description: MethodDescription {
    switch self {
    case .hello: .hello
    case .ping: .ping
    case .discover: .discover
    case .stats: .stats
    case .sessionCreate: .sessionCreate
    case .sessionConfigure: .sessionConfigure
    case .sessionInfo: .sessionInfo
    case .sessionList: .sessionList
    case .sessionDelete: .sessionDelete
    case .cellsPush: .cellsPush
    case .cellsPatch: .cellsPatch
    case .cellsRemove: .cellsRemove
    case .cellsMove: .cellsMove
    case .cellsReplace: .cellsReplace
    case .cellsGet: .cellsGet
    case .cellsViewed: .cellsViewed
    case .viewSet: .viewSet
    case .viewList: .viewList
    case .viewDelete: .viewDelete
    case .rowsPull: .rowsPull
    case .rowsWatch: .rowsWatch
    case .rowsUnwatch: .rowsUnwatch
    case .headerPull: .headerPull
    case .cellLayout: .cellLayout
    case .selectionSet: .selectionSet
    case .actionInvoke: .actionInvoke
    case .lint: .lint
    }
  }

  /// Throws invalidParams for parameters that the method does not take. Null counts as absent. Cells and environments
  /// are left to their codecs.
  public func validate(_ params: JSONNode?) throws(RPCError) {
    if params == nil && MethodDescription.needNothing.contains(self) { return }
    let known = description.params
    guard let params else {
      throw .missingMember(known.names.names[known.names.required.trailingZeroBitCount], at: "")
    }
    try params.readMembers(known.names) { (place, value) throws(RPCError) in
      try known.list[place].schema.validate(value)
    }
  }
}
