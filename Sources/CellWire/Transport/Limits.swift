/// The limits of a daemon, as `hello` reports them. protocol.md describes each of them.
public struct Limits: Equatable, Sendable {
  /// Bytes of one line.
  public var line = 16 << 20
  /// Bytes of one reply with rows or cells.
  public var reply = 8 << 20
  /// Bytes of one row in a reply, without its cell.
  public var row = 4 << 20
  /// Nested arrays and objects.
  public var depth = JSONParser.standardDepth
  /// Bytes of unsent replies of one client. Above it, the daemon neither reads from the client nor
  /// answers it.
  public var output = 1 << 20
  /// Rows of one watch.
  public var window = 10_000
  /// Simultaneous clients.
  public var connections = 4096
  /// Sessions of all users.
  public var sessions = 10_000
  /// Cells of one session.
  public var cells = 2_000_000
  /// Bytes of the cells of all sessions.
  public var bytes = 4 << 30
  /// Bytes of the half-read lines, and of long lines in work, of all clients.
  public var input = 256 << 20
  /// Bytes of the unsent replies of all clients, and of replies to batches in progress.
  public var pending = 256 << 20
  /// Named views of one session.
  public var views = 256
  /// Watches of one connection.
  public var subscriptions = 4096

  /// The default limits.
  public static let standard = Limits()

  /// The name of a limit, as in `hello.limits` and in errors.
  public enum Name: String, CaseIterable, Sendable {
    /// A member of `Limits`.
    case line, reply, row, depth, output, window, connections, sessions, cells, bytes, input, pending, views,
      subscriptions
  }

  /// The unit for which a limit counts.
  public enum Scope: String, CaseIterable, Sendable {
    /// A unit, from one line to the whole daemon.
    case line, connection, session, user, daemon
  }

  /// The limit of that name.
  public subscript(name: Name) -> Int {
    get { self[keyPath: name.member] }
    set { self[keyPath: name.member] = newValue }
  }

  /// Sets a limit from text such as `line=1048576`.
  public mutating func set(_ assignment: String) throws(LimitError) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count == 2, let value = Int(parts[1]), value >= 1 else {
      throw LimitError(
        sentence: "Expected NAME=NUMBER with a number of at least 1, got \(quoted(assignment)).")
    }
    guard let name = Name(rawValue: parts[0]) else {
      let names = Name.allCases.map(\.rawValue)
      let cure = useOne(of: names, near: nearestName(to: parts[0], in: names))
      throw LimitError(sentence: "Unknown limit \(quoted(parts[0])); \(cure).")
    }
    guard value <= name.maximum else {
      throw LimitError(sentence: "Expected \(name.rawValue) to be at most \(name.maximum), got \(value).")
    }
    self[name] = value
  }

  /// Sets limits from the text of a file. Each line is like `line=1048576`. Empty lines, and text
  /// from `#` on, are skipped.
  public mutating func set(file text: String) throws(LimitError) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let content = line.prefix { $0 != "#" }
      let parts = content.split(separator: "=", omittingEmptySubsequences: false).map(Self.trimmed)
      if parts == [""] { continue }
      do throws(LimitError) {
        try set(parts.joined(separator: "="))
      } catch {
        throw LimitError(sentence: "Line \(index + 1): \(error.sentence)")
      }
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    let start = text.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...last])
  }

  /// Limits that stay as they are until the daemon restarts: connections hold memory by them.
  public static let fixed: [Name] = [.line, .connections, .input, .pending]

  /// Takes over the limits of `others` that can change while the daemon serves. Returns the names
  /// of those that differ and cannot.
  public mutating func change(to others: Limits) -> [Name] {
    let kept = Self.fixed.filter { self[$0] != others[$0] }
    for name in Name.allCases where !Self.fixed.contains(name) { self[name] = others[name] }
    return kept
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

/// The reason why a limit could not be set.
public struct LimitError: Error, Equatable, Sendable {
  /// A whole sentence with the fix.
  public let sentence: String

  public init(sentence: String) { self.sentence = sentence }
}

extension Limits.Name {
  /// The maximum of the limit. Values are read recursively, and offsets in a line or row have 31
  /// bits.
  fileprivate var maximum: Int {
    switch self {
    case .depth: 512
    case .line, .row: 1 << 30
    default: .max
    }
  }

  fileprivate var member: WritableKeyPath<Limits, Int> {
    switch self {
    case .line: \.line
    case .reply: \.reply
    case .row: \.row
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
