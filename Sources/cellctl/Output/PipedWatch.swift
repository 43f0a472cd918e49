import CellProtocol
import Glibc

/// A watch whose output is a pipe or a file. After each change it prints all rows, or one line of
/// JSON.
struct PipedWatch {
  let client: Client
  let form: OutputForm
  /// The format of the rows.
  let format: RowFormat

  /// Prints until the subscription, the daemon or the reader ends.
  /// - Throws: `Failure` with status `notFound` if the session or view is deleted, and the errors
  ///   of `RowWindow`.
  func run(_ subscription: RowSubscription, start: Int, count: Int) throws {
    var subscription = subscription
    var window = RowWindow(format: format)
    let output = StandardOutput()
    let reply = try subscription.watch(start: start, count: count)
    try reply.withResult { try print($0, event: nil, window: &window, to: output) }
    var isOpen = true
    while isOpen {
      isOpen = try waitForDaemon()
      while let message = client.bufferedNotification() {
        switch subscription.event(of: message) {
        case .foreign: continue
        case .ended(let end): throw end.failure
        case .changed:
          try message.withParams { try print($0, event: nil, window: &window, to: output) }
        case .other:
          guard form != .text else { continue }
          try message.withParams { try print($0, event: message.method, window: &window, to: output) }
        }
      }
    }
    throw Failure(.noDaemon, "the daemon closed the connection")
  }

  /// Waits until the daemon sends something.
  /// - Returns: whether the connection is still open.
  /// - Throws: `ClosedPipe` if the reader of standard output is gone. A write would detect that
  ///   after the next change only.
  private func waitForDaemon() throws -> Bool {
    var waiting = [
      pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while poll(&waiting, nfds_t(waiting.count), -1) < 0 {}
    if waiting[1].revents & Int16(POLLERR | POLLHUP) != 0 { throw ClosedPipe() }
    return try client.receive()
  }

  private func print(
    _ node: JSONNode, event: String?, window: inout RowWindow, to output: StandardOutput
  ) throws {
    if form == .text {
      try window.apply(node)
      for row in window.rows {
        for line in row.lines { try output.line(line) }
      }
      try output.line("")
    } else if let event {
      // Other events get an `event` member.
      try output.write(#"{"event":\#(JSONText.string(event)),"#)
      try output.line(json: node.raw.dropFirst())
    } else {
      try output.line(json: node.raw)
    }
    try output.flush()
  }
}

extension RowSubscription.End {
  /// The error that ends the watch.
  var failure: Failure {
    switch self {
    case .sessionDeleted: Failure(.notFound, "the session was deleted")
    case .viewDeleted: Failure(.notFound, "the view was deleted")
    }
  }
}
