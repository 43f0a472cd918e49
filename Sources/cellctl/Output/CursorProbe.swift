import Glibc

/// Measures the columns of a text on the terminal: writes it and asks for the position of the
/// cursor (CSI 6 n).
final class CursorProbe {
  private let descriptor: Int32
  private let rawMode: RawMode

  /// Returns nil if the process has no terminal.
  init?() {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    guard let rawMode = RawMode(descriptor: descriptor) else {
      close(descriptor)
      return nil
    }
    self.rawMode = rawMode
  }

  deinit {
    close(descriptor)
  }

  /// Returns the columns that the cursor moves by, or nil if the terminal does not answer in time.
  /// Erases the text again.
  /// - Parameter text: must fit into one line.
  func columns(of text: String) -> Int? {
    DescriptorWriter.write("\r\(text)\u{1B}[6n", to: descriptor)
    defer { DescriptorWriter.write("\r\u{1B}[K", to: descriptor) }
    return readColumn().map { $0 - 1 }
  }

  /// Reads the column from a report `ESC [ line ; column R`.
  private func readColumn() -> Int? {
    let deadline = Deadline(seconds: 0.5)
    var report: [UInt8] = []
    while report.last != UInt8(ascii: "R"), report.count < 64 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, deadline.milliseconds) > 0 else { return nil }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return nil }
      report.append(byte)
    }
    guard let semicolon = report.lastIndex(of: UInt8(ascii: ";")) else { return nil }
    return Int(String(decoding: report[(semicolon + 1)...].dropLast(), as: UTF8.self))
  }
}
