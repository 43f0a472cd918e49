import Glibc

/// Standard input and output as one connected socket, with a thread for each direction.
///
/// The loop could not wait for all that a shell may put there (files, terminals), and making them non-blocking would
/// do so for every program that shares them. Threads that block disturb nobody.
final class StandardStreams {
  /// The daemon's end, for a connection to own.
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
    // It may wait for input for ever; only what is written is waited for.
    pthread_detach(input)
    output = try Self.startThread {
      // A reader who has gone away ends the conversation in both directions.
      if !Self.copy(from: inner, to: STDOUT_FILENO) { shutdown(inner, Int32(SHUT_RDWR)) }
    }
  }

  /// Waits until everything that was written to the daemon's end, now closed, has gone to standard output.
  func finish() {
    pthread_join(output, nil)
  }

  /// Calls the body on a thread of its own once standard input has ended.
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

  /// False when writing failed; true at the end of what there is to read.
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
