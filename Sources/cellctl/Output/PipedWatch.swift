import CellClient
import CellProtocol
import CellWire
import Glibc

/// A watch whose output is a pipe or a file. After each change it prints all rows, or one line of
/// JSON.
struct PipedWatch {
  private var client: Client
  private let form: OutputForm
  /// Whether the watch goes on after a restart of the daemon.
  private let reconnects: Bool
  private let range: RowRange
  private var subscription: RowSubscription
  private var window: RowWindow
  private let output = StandardOutput()

  /// - Parameters:
  ///   - parameters: the parameters of `rows.watch` without start and count.
  ///   - format: the format of the rows.
  init(
    client: Client, parameters: Parameters, form: OutputForm, format: RowFormat, start: Int, count: Int,
    reconnects: Bool
  ) {
    self.client = client
    self.form = form
    self.reconnects = reconnects
    range = .indexes(start: start, count: count)
    subscription = RowSubscription(client: client, parameters: parameters)
    window = RowWindow(format: format)
  }

  /// Prints until the subscription or the reader ends, or the daemon without a reconnection.
  /// - Parameter waits: whether a session that does not exist yet is waited for.
  /// - Throws: `Failure` with status `notFound` if the session or view is deleted, and the errors
  ///   of `RowWindow`.
  mutating func run(waits: Bool) throws {
    do {
      let reply = try subscription.watch(range)
      try reply.withResult { try print($0) }
    } catch let failure as Failure where waits && failure.status == .notFound {
      try reconnect()
    }
    while true {
      try follow()
      guard reconnects else { throw Failure(.noDaemon, "the daemon closed the connection") }
      StandardError.line(Reconnection.sentence)
      try reconnect()
    }
  }

  /// Prints the changes until the daemon closes the connection.
  private mutating func follow() throws {
    var isOpen = true
    while isOpen {
      try wait(for: client.descriptor, by: .never)
      isOpen = try client.receive()
      while let message = try client.bufferedNotification() {
        switch subscription.event(of: message) {
        case .foreign: continue
        case .ended(let end): throw end.failure
        case .changed: try message.withParams { try print($0) }
        case .other:
          guard form != .text else { continue }
          try message.withParams { try print($0, event: message.method) }
        }
      }
    }
  }

  /// Tries until the daemon and the session are there, and prints the rows if they have changed.
  /// A line of JSON has all rows then, since its reader may not have kept the last ones.
  private mutating func reconnect() throws {
    var reconnection = Reconnection(client)
    while true {
      try wait(for: -1, by: reconnection.deadline)
      do {
        guard let client = try reconnection.connect() else { continue }
        self.client = client
        subscription.resume(at: client)
        let clock = form == .text ? window.clock : nil
        let reply = try subscription.watch(range, since: clock)
        guard form == .text else { return try reply.withResult { try print($0) } }
        let before = window.rows
        if try !reply.withResult({ try window.apply($0) }) {
          // Rows that moved into the range are unchanged, but were not printed.
          let whole = try subscription.watch(range)
          try whole.withResult { _ = try window.apply($0) }
        }
        if window.rows != before { try printFrame() }
        return
      } catch let failure as Failure where failure.isTransient {
        reconnection.postpone(asks: failure.asks)
      }
    }
  }

  /// Waits until a socket can be read, or until the deadline. A descriptor of -1 is none.
  /// - Throws: `ClosedPipe` if the reader of standard output is gone. A write would detect that
  ///   after the next change only.
  private func wait(for descriptor: Int32, by deadline: Deadline) throws {
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while poll(&waiting, nfds_t(waiting.count), deadline.milliseconds) < 0 {}
    if waiting[1].revents & Int16(POLLERR | POLLHUP) != 0 { throw ClosedPipe() }
  }

  private mutating func print(_ node: JSONNode, event: String? = nil) throws {
    if form == .text {
      try window.apply(node)
      try printFrame()
      return
    }
    if let event {
      // Other events get an `event` member.
      try output.write(#"{"event":\#(JSONText.string(event)),"#)
      try output.line(json: node.raw.dropFirst())
    } else {
      try output.line(json: node.raw)
    }
    try output.flush()
  }

  private func printFrame() throws {
    for row in window.rows {
      for line in row.lines { try output.line(line) }
    }
    try output.line("")
    try output.flush()
  }
}

extension WatchEnd {
  /// The error that ends the watch.
  var failure: Failure {
    switch self {
    // To others, a session that its owner no longer shares does not exist.
    case .sessionDeleted: Failure(.notFound, "the session was deleted, or its owner no longer shares it")
    case .viewDeleted: Failure(.notFound, "the view was deleted")
    }
  }
}
