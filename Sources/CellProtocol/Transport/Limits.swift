/// What a daemon takes at most; `hello` tells it, protocol.md says what each is.
public struct Limits: Equatable, Sendable {
  /// Bytes of one line.
  public var line = 16 << 20
  /// Bytes of one reply, as far as it has rows or cells.
  public var reply = 8 << 20
  /// Arrays and objects inside each other.
  public var depth = 64
  /// Bytes of replies that wait for one client; beyond, it is neither read nor answered.
  public var output = 1 << 20
  /// Rows that one watch may cover.
  public var window = 10_000
  /// Clients at a time.
  public var connections = 4096
  /// Sessions of all users.
  public var sessions = 10_000
  /// Cells of one session.
  public var cells = 2_000_000
  /// Bytes of the cells of all sessions.
  public var bytes = 4 << 30
  /// Bytes of the half-read lines of all clients.
  public var input = 256 << 20
  /// Bytes of the unsent replies of all clients.
  public var pending = 256 << 20
  /// Named views of one session.
  public var views = 256
  /// Watches of one connection.
  public var subscriptions = 4096

  /// The limits of a daemon that was told nothing else.
  public static let standard = Limits()

  /// The name of a limit, as in `hello.limits` and in errors.
  public enum Name: String, CaseIterable, Sendable {
    /// See the members of `Limits`.
    case line, reply, depth, output, window, connections, sessions, cells, bytes, input, pending, views,
      subscriptions
  }

  /// For what a limit counts.
  public enum Scope: String, CaseIterable, Sendable {
    /// From a line to the whole daemon.
    case line, connection, session, user, daemon
  }

  /// A limit by its name.
  public subscript(name: Name) -> Int {
    get { self[keyPath: name.member] }
    set { self[keyPath: name.member] = newValue }
  }

  /// Sets a limit from text such as `line=1048576`, and says what is wrong with it otherwise.
  public mutating func set(_ assignment: String) throws(LimitError) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count == 2, let value = Int(parts[1]), value >= 1 else {
      throw LimitError(sentence: "A limit is NAME=NUMBER, at least 1; \(quoted(assignment)) is not.")
    }
    guard let name = Name(rawValue: parts[0]) else {
      let names = Name.allCases.map(\.rawValue)
      let near = nearestName(to: parts[0], in: names).map { " Did you mean \(quoted($0))?" }
      let cure = near ?? " Known are \(names.joined(separator: ", "))."
      throw LimitError(sentence: "There is no limit \(quoted(parts[0])).\(cure)")
    }
    guard value <= name.largest else {
      throw LimitError(sentence: "The limit \(name.rawValue) is at most \(name.largest).")
    }
    self[name] = value
  }

  /// Writes `{"line": …}`, the value of `hello.limits`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for name in Name.allCases {
        writer.name(escaping: name.rawValue)
        writer.integer(self[name])
      }
    }
  }
}

/// Why a limit could not be set.
public struct LimitError: Error, Equatable, Sendable {
  /// A whole sentence with the cure.
  public let sentence: String
}

extension Limits.Name {
  /// What it may be set to: values are read recursively, and places in a line are counted in 31 bits.
  fileprivate var largest: Int {
    switch self {
    case .depth: 512
    case .line: 1 << 30
    default: .max
    }
  }

  fileprivate var member: WritableKeyPath<Limits, Int> {
    switch self {
    case .line: \.line
    case .reply: \.reply
    case .depth: \.depth
    case .output: \.output
    case .window: \.window
    case .connections: \.connections
    case .sessions: \.sessions
    case .cells: \.cells
    case .bytes: \.bytes
    case .input: \.input
    case .pending: \.pending
    case .views: \.views
    case .subscriptions: \.subscriptions
    }
  }
}
