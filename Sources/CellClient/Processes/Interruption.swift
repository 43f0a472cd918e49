import Glibc
import Synchronization

/// The read end of the pipe, or -1.
private let interruptions = Atomic<Int32>(-1)

/// The end of a command by a signal while it waits for something else.
///
/// By default such a signal ends the process at once. A command that must clean up before, such as
/// one that draws on a terminal, catches the signals and sets ``descriptor``.
package enum Interruption {
  /// The signals that end a command.
  package static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Becomes readable when the command is to end, and stays so until the signal is taken; -1 if no
  /// signal is caught. `poll` ignores that value.
  package static var descriptor: Int32 {
    get { interruptions.load(ordering: .acquiring) }
    set { interruptions.store(newValue, ordering: .releasing) }
  }

  /// Waits for events of a descriptor; -1 is none.
  /// - Parameter milliseconds: the maximum time; -1 waits forever.
  /// - Returns: whether there is an event. If not, the time is over, or a signal came that ends
  ///   nothing.
  /// - Throws: `Interrupted`.
  package static func poll(_ other: Int32, for events: Int16, milliseconds: Int32) throws -> Bool {
    var waiting = [
      pollfd(fd: other, events: events, revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = Glibc.poll(&waiting, 2, milliseconds)
    if count > 0, waiting[1].revents != 0 { throw Interrupted() }
    return count > 0
  }
}

/// A signal ends the command.
package struct Interrupted: Error {
  package init() {}
}
