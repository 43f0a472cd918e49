import CellProtocol
import Glibc

/// Reports the state of the daemon to systemd (sd_notify): a datagram of `NAME=value` lines to the
/// socket `NOTIFY_SOCKET`. Outside of systemd it does nothing.
struct SystemdNotifier {
  /// A state to report.
  enum State {
    /// The daemon serves its socket.
    case ready
    /// A sentence for `systemctl status`.
    case status(String)
    /// The daemon is ending.
    case stopping
    /// The loop is alive.
    case watchdog
  }

  private let address: UnixAddress?
  /// Half of the watchdog time of systemd, in milliseconds; nil without a watchdog.
  let watchdogInterval: UInt64?

  init(environment: (String) -> String?, processID: Int32 = getpid()) {
    address = environment("NOTIFY_SOCKET").flatMap(UnixAddress.init)
    let watched = environment("WATCHDOG_PID").map { $0 == String(processID) } ?? true
    let microseconds = environment("WATCHDOG_USEC").flatMap { UInt64($0) } ?? 0
    watchdogInterval = watched && microseconds > 0 ? max(1, microseconds / 2000) : nil
  }

  /// Ignores errors, and does not wait for systemd: the daemon serves its clients in any case.
  func send(_ states: State...) {
    guard let address else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let message = states.map(Self.text).joined(separator: "\n")
    _ = address.withSocketAddress { pointer, length in
      message.utf8.withContiguousStorageIfAvailable { bytes in
        sendto(
          descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
          pointer, length)
      }
    }
  }

  private static func text(_ state: State) -> String {
    switch state {
    case .ready: "READY=1"
    case .status(let sentence): "STATUS=\(sentence.printable)"
    case .stopping: "STOPPING=1"
    case .watchdog: "WATCHDOG=1"
    }
  }
}
