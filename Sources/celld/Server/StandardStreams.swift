import Glibc

/// Standard input and output as one connected socket, with a thread for each direction.
///
/// The loop cannot wait for files and terminals. Making them non-blocking would affect every
/// program that shares them. So threads copy the bytes and may block.
final class StandardStreams {
  /// The daemon's end of the socket, which a connection owns.
  let descriptor: Int32
  private var output = pthread_t()

  /// Starts copying.
  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw SystemError("make a pair of sockets", code: errno)
    }
    descriptor = ends[0]
    let inner = ends[1]
    let input = try Self.startThread {
      Self.copy(from: STDIN_FILENO, to: inner)
      shutdown(inner, Int32(SHUT_WR))
    }
    // The thread can wait for input forever, so `finish` only waits for the output.
    pthread_detach(input)
    output = try Self.startThread {
      // If standard output is closed, both directions end.
      if !Self.copy(from: inner, to: STDOUT_FILENO) { shutdown(inner, Int32(SHUT_RDWR)) }
    }
  }

  /// Waits until all bytes are written to standard output. The daemon's end must be closed.
  func finish() {
    pthread_join(output, nil)
  }

  /// Calls the body on a new thread when standard input ends.
  static func atEndOfInput(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let thread = try startThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      body()
    }
    pthread_detach(thread)
  }

  /// Copies until the end. Returns false if writing fails.
  @discardableResult
  private static func copy(from source: Int32, to target: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(source, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return true }
      if !writeAll(bytes[..<count], to: target) { return false }
    }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> pthread_t {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard status == 0 else {
      argument.release()
      throw SystemError("start a thread", code: status)
    }
    return thread
  }
}
