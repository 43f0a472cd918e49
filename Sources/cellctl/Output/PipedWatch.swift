import CellClient
import CellProtocol
import CellWire
import Glibc

/// A watch whose output is a pipe or a file. After each change it prints all rows, or one line of
/// JSON.
struct PipedWatch {
  private let client: Client
  private let form: OutputForm
  /// Whether the watch goes on after a restart of the daemon.
  private let reconnects: Bool
  private let range: Parameters
  private let subscription: RowSubscription<ListRow>
  private let output = StandardOutput()

  /// - Parameters:
  ///   - parameters: the parameters of `rows.watch` without start and count.
  ///   - format: the format of the rows.
  init(
    client: Client, parameters: Parameters, form: OutputForm, format: RowFormat, start: Int, count: Int,
    reconnects: Bool
  ) {
    (self.client, self.form, self.reconnects) = (client, form, reconnects)
    range = .rows(from: start, count: count)
    subscription = RowSubscription(
      client: client, parameters: parameters, style: form == .text ? .lines(format) : .ids)
  }

  /// Prints until the subscription or the reader ends, or the daemon without a reconnection.
  /// - Parameter waits: whether a session that does not exist yet is waited for.
  /// - Throws: `Failure` with status `notFound` if the session or view is deleted, and the errors
  ///   of `RowWindow`.
  func run(waits: Bool) throws {
    do {
      try print(subscription.watch(range))
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
  private func follow() throws {
    var isOpen = true
    while isOpen {
      try wait(for: client.descriptor, by: .never)
      isOpen = try client.receive()
      while let message = try client.bufferedNotification() {
        switch try subscription.take(message) {
        case .foreign: continue
        case .ended(let end): throw Failure(.watchEnded(end))
        case .changed: try print(message)
        case .other: if form != .text { try print(message, event: message.method) }
        }
      }
    }
  }

  /// Tries until the daemon and the session are there, and prints the rows if they have changed.
  /// A line of JSON has all rows then, since its reader may not have kept the last ones.
  private func reconnect() throws {
    var reconnection = Reconnection(client)
    while true {
      try wait(for: -1, by: reconnection.deadline)
      do {
        guard try reconnection.connect() else { continue }
        let before = subscription.window
        let reply = try subscription.watch(range, since: form == .text ? before.clock : nil)
        if form != .text || subscription.window.rows != before.rows { try print(reply) }
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

  /// Prints all rows, or a message as a line. Another event than a change gets a member `event`.
  private func print(_ message: Message, event: String? = nil) throws {
    if form == .text {
      for row in subscription.window.rows {
        for line in row.lines { try output.line(line) }
      }
      try output.line("")
    } else {
      try message.withContent { node in
        if let event { try output.write(#"{"event":\#(JSONText.string(event)),"#) }
        try output.line(json: event == nil ? node.raw[...] : node.raw.dropFirst())
      }
    }
    try output.flush()
  }
}
