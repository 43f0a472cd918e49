/// The kinds of errors of protocol.md; `rawValue` is the stable name that clients test for.
public enum ErrorKind: String, CaseIterable, Sendable {
  /// The line is not JSON that is taken.
  case parseError
  /// The line is JSON, but not a request.
  case invalidRequest
  /// There is no such method.
  case methodNotFound
  /// The parameters are not what the method takes.
  case invalidParams
  /// A fault of the daemon.
  case internalError
  /// There is no such session.
  case sessionNotFound
  /// There is no such cell.
  case cellNotFound
  /// There is no such view.
  case viewNotFound
  /// A session of that name is there already.
  case sessionExists
  /// More than a limit of `hello.limits`.
  case limitExceeded
  /// A line longer than the limit `line`.
  case lineTooLong
  /// The session is another user's.
  case accessDenied
  /// The session has another revision than the request was meant for.
  case revisionConflict
  /// The daemon is ending.
  case shuttingDown
  /// The disk refused.
  case storageFailed
  /// There is no such subscription.
  case subscriptionNotFound
  /// The cell has no such action.
  case actionNotFound
  /// The action is disabled.
  case actionDisabled
  /// This build or unit does not have it.
  case unsupported
  /// Too much at the moment.
  case busy
  /// Another daemon has it.
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
