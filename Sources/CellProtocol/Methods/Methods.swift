import CellWire

/// All methods of the protocol.
public enum Methods {
  /// Every method, in the order in which `rpc.discover` lists them.
  public static let all: [any Method.Type] = [
    HelloMethod.self,
    PingMethod.self,
    DiscoverMethod.self,
    StatsMethod.self,
    SessionCreateMethod.self,
    SessionConfigureMethod.self,
    SessionInfoMethod.self,
    SessionListMethod.self,
    SessionDeleteMethod.self,
    CellsPushMethod.self,
    CellsPatchMethod.self,
    CellsRemoveMethod.self,
    CellsMoveMethod.self,
    CellsReplaceMethod.self,
    CellsGetMethod.self,
    CellsViewedMethod.self,
    ViewSetMethod.self,
    ViewListMethod.self,
    ViewDeleteMethod.self,
    RowsPullMethod.self,
    RowsWatchMethod.self,
    RowsWindowMethod.self,
    RowsUnwatchMethod.self,
    HeaderPullMethod.self,
    CellLayoutMethod.self,
    SelectionSetMethod.self,
    ActionInvokeMethod.self,
    LintMethod.self,
    ProfileGetMethod.self,
  ]

  /// The names of all methods.
  public static var names: [String] { table.names }

  private static let table = NameTable(all.map { $0.name })

  /// The position in ``all`` of the method that a request names; nil for an unknown one.
  public static func index(of request: Request) -> Int? {
    request.methodName.utf8.flatMap { table.index(of: $0) }
  }
}

extension Request {
  /// The method that the request names; nil for an unknown one.
  public var known: (any Method.Type)? { Methods.index(of: self).map { Methods.all[$0] } }
}
