import Glibc

/// Writes to descriptors.
enum DescriptorWriter {
  /// The reason why bytes could not be written.
  struct Failure: Error {
    /// The error number.
    let code: Int32
  }

  /// Writes all bytes. Waits while the descriptor takes none, also if its writes do not block.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent)
      }
      if count > 0 {
        sent += count
      } else if count == 0 {
        throw Failure(code: EIO)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }

  /// Writes all bytes of a text. Errors are ignored: use it if nothing can report them.
  static func write(_ text: String, to descriptor: Int32) {
    try? write(Array(text.utf8), to: descriptor)
  }
}
