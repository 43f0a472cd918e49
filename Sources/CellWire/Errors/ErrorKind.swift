/// The kinds of errors of protocol.md. `rawValue` is the stable name that clients test for.
public enum ErrorKind: String, CaseIterable, Sendable {
  /// The line is not JSON, or not JSON that celld accepts.
  case parseError
  /// The line is JSON, but not a request.
  case invalidRequest
  /// The method is unknown.
  case methodNotFound
  /// The parameters do not fit the method.
  case invalidParams
  /// A bug in the daemon.
  case internalError
  /// The session does not exist.
  case sessionNotFound
  /// The session has no such cell.
  case cellNotFound
  /// The session has no such view.
  case viewNotFound
  /// The session already exists.
  case sessionExists
  /// A limit of `hello.limits` is exceeded.
  case limitExceeded
  /// The line is longer than the limit `line`.
  case lineTooLong
  /// Only the owner of the session may do this.
  case accessDenied
  /// The session has another revision than the request expects.
  case revisionConflict
  /// The daemon is shutting down.
  case shuttingDown
  /// The change could not be stored.
  case storageFailed
  /// The connection has no such subscription.
  case subscriptionNotFound
  /// The cell has no such action.
  case actionNotFound
  /// The action is disabled.
  case actionDisabled
  /// This build or unit does not have it.
  case unsupported
  /// The daemon has no room for the request at the moment.
  case busy
  /// Another daemon has the session.
  case moved

  /// The JSON-RPC error code.
  public var code: Int {
    switch self {
    case .parseError: -32700
    case .invalidRequest: -32600
    case .methodNotFound: -32601
    case .invalidParams: -32602
    case .internalError: -32603
    case .sessionNotFound: -32001
    case .cellNotFound: -32002
    case .viewNotFound: -32003
    case .sessionExists: -32004
    case .limitExceeded: -32005
    case .lineTooLong: -32006
    case .accessDenied: -32007
    case .revisionConflict: -32008
    case .shuttingDown: -32009
    case .storageFailed: -32010
    case .subscriptionNotFound: -32011
    case .actionNotFound: -32012
    case .actionDisabled: -32013
    case .unsupported: -32014
    case .busy: -32015
    case .moved: -32016
    }
  }
}
