import CellWire

/// A limit of the daemon that its users share.
enum SharedLimit: CaseIterable {
  case connections, sessions, bytes, input, pending

  /// The name of the limit in `hello.limits` and in errors.
  var name: Limits.Name {
    switch self {
    case .connections: .connections
    case .sessions: .sessions
    case .bytes: .bytes
    case .input: .input
    case .pending: .pending
    }
  }

  /// Whether the connections of a user share what the user may hold.
  var isSharedByConnections: Bool { self == .input || self == .pending }
}

/// A number for each limit that users share.
struct Holdings: Equatable {
  var connections = 0
  var sessions = 0
  var bytes = 0
  var input = 0
  var pending = 0

  // A key path would take longer than all the rest of a check, which is made for each reply.
  subscript(limit: SharedLimit) -> Int {
    get {
      switch limit {
      case .connections: connections
      case .sessions: sessions
      case .bytes: bytes
      case .input: input
      case .pending: pending
      }
    }
    set {
      switch limit {
      case .connections: connections = newValue
      case .sessions: sessions = newValue
      case .bytes: bytes = newValue
      case .input: input = newValue
      case .pending: pending = newValue
      }
    }
  }
}
