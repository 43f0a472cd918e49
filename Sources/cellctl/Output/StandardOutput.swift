import CellClient
import CellEngine
import Glibc

/// Buffered standard output, for data only. Messages for people go to `StandardError`.
///
/// Bytes are written when the buffer holds 64 KiB, on `flush()`, and when the value is released.
/// With a pager, the first write decides whether they are longer than the screen.
final class StandardOutput {
  private var buffer: [UInt8] = []
  private var descriptor: Int32
  private let name: String
  /// The pager, until output that fits on the screen was written.
  private var pager: Pager?
  private var isPaging = false
  /// How the terminal counts columns, if lines are placed on it (``ScreenLine/placed(width:)``).
  var model: WidthModel?
  private static let capacity = 64 * 1024

  /// - Parameters:
  ///   - descriptor: a file to write instead. It is not closed.
  ///   - name: its name in error messages.
  ///   - pager: shows output that is longer than the screen.
  init(descriptor: Int32 = STDOUT_FILENO, name: String = "standard output", pager: Pager? = nil) {
    self.descriptor = descriptor
    self.name = name
    self.pager = pager
    buffer.reserveCapacity(Self.capacity)
  }

  deinit {
    // A command that fails still prints the output from before the failure.
    _ = try? end()
  }

  /// Writes the buffer, and waits until the user has left the pager, if there is one.
  func end() throws {
    defer {
      if isPaging { pager?.finish(descriptor) }
      isPaging = false
      pager = nil
      if name == "standard output" { descriptor = STDOUT_FILENO }
    }
    try flush()
  }

  /// Starts the pager if the buffer is longer than the screen.
  private func startPagerIfNeeded() {
    guard let pager, !isPaging, !buffer.isEmpty else { return }
    let count = buffer.count { $0 == UInt8(ascii: "\n") }
    if count >= pager.lines, let input = pager.start() {
      descriptor = input
      isPaging = true
    } else {
      self.pager = nil
    }
  }

  /// Appends bytes.
  /// - Throws: `ClosedPipe` if the reader is gone, `Failure` for other errors of the descriptor.
  func write(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Appends the UTF-8 of a text.
  func write(_ text: String) throws {
    try write(text.utf8)
  }

  /// Appends a text and a line feed.
  func line(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Appends bytes and a line feed.
  func line(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Appends JSON of a daemon. Characters that control a terminal are escaped.
  func write(json bytes: some Collection<UInt8>) throws {
    let neutral = bytes.withContiguousStorageIfAvailable(JSONText.neutral) ?? nil
    if let neutral { try write(neutral) } else { try write(bytes) }
  }

  /// Appends JSON of a daemon and a line feed. Characters that control a terminal are escaped.
  func line(json bytes: some Collection<UInt8>) throws {
    try write(json: bytes)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes the buffer to the descriptor.
  func flush() throws {
    startPagerIfNeeded()
    if !isPaging, let model, let size = Terminal.size(of: descriptor) {
      buffer = ScreenLine.placed(buffer, width: size.columns, model)
    }
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try DescriptorWriter.write(buffer, to: descriptor)
    } catch {
      switch error.code {
      case EPIPE: throw ClosedPipe()
      case EBADF: throw Failure(.failed, "cannot print: \(name) is closed")
      default: throw Failure(.failed, "cannot write to \(name): \(systemMessage(error.code))")
      }
    }
  }
}

extension RowsOutputOptions {
  /// Returns standard output, which goes through a pager if it is text for a terminal.
  func standardOutput(for form: RowsForm) -> StandardOutput {
    StandardOutput(pager: form == .text ? paging.pager : nil)
  }
}
