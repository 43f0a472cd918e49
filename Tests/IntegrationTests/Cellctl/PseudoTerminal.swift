import Foundation
import Glibc
import Locks

/// A terminal that a test looks at and types on.
final class PseudoTerminal: @unchecked Sendable {
  private let controller: Int32
  private let path: String
  /// `TIOCSPTLCK` and `TIOCGPTN` of ioctl_tty(2).
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private let received = Received()
  private var process: Process?

  /// The bytes that the program has written. The thread that reads it and the test share it.
  private final class Received: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  init(columns: Int, lines: Int) throws {
    // The work of posix_openpt, unlockpt and ptsname, which Swift's Glibc module does not declare.
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard controller >= 0, ioctl(controller, Self.setLock, &isLocked) == 0,
      ioctl(controller, Self.getNumber, &number) == 0
    else { throw DaemonProcess.Failure(description: "no pseudo-terminal") }
    path = "/dev/pts/\(number)"
    setSize(columns: columns, lines: lines)
    let controller = controller
    let received = received
    // The thread closes the descriptor, so that it never reads one that has a new owner. Its read
    // fails when the program has ended and the test has released the terminal.
    Thread.detachNewThread {
      var piece = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(controller, &piece, piece.count)
        guard count > 0 else { break }
        received.bytes.withLock { $0 += piece[..<count] }
      }
      close(controller)
    }
  }

  /// Starts cellctl with the terminal as its standard input and output.
  func start(
    _ arguments: [String], socket: String, environment: [String: String] = [:]
  ) throws -> Process {
    guard let terminal = FileHandle(forUpdatingAtPath: path) else {
      throw DaemonProcess.Failure(description: "cannot open \(path)")
    }
    let process = Process()
    process.executableURL = CellctlProcess.program
    process.arguments = arguments
    process.environment = ["CELLD_SOCKET": socket, "TERM": "xterm", "NO_COLOR": "1"].merging(environment) {
      $1
    }
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    self.process = process
    return process
  }

  /// Everything that was written to it.
  var text: String {
    received.bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a text appears.
  func wait(for text: String) -> Bool {
    eventually { self.text.contains(text) }
  }

  /// Writes to the screen, after everything that a process has written.
  func echo(_ text: String) {
    FileHandle(forWritingAtPath: path)?.write(Data(text.utf8))
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// Whether the process has read everything that was typed.
  var isRead: Bool {
    let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var count: Int32 = 0
    return ioctl(terminal, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// Whether it shows what is typed, as when nothing controls it.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(controller, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Changes the size; the process hears of it, which the kernel does only for a controlling
  /// terminal.
  func resize(columns: Int, lines: Int) throws {
    setSize(columns: columns, lines: lines)
    if let process { kill(process.processIdentifier, SIGWINCH) }
  }

  private func setSize(columns: Int, lines: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(lines)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }
}
