import ArgumentParser
import CellWire
import Glibc
import NIOCore
import NIOPosix

/// `cellweb`: shows sessions of celld in a browser of this machine.
@main
struct Main: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellweb", abstract: "Show sessions of celld in a browser.",
    usage: "cellweb <session> ... [<options>]",
    discussion: """
      Prints an address that works once. Only a browser that opened it is served. It can see and operate the named \
      sessions, and nothing else of the daemon. Enter prints a new address. 'cellctl serve' starts the daemon and \
      this program.
      """,
    version: "cellweb \(celldVersion) (protocol \(protocolVersion))")

  @Argument(help: "The names of the sessions.")
  var sessions: [String]

  @Option(help: "The port on 127.0.0.1; 0 is any free one.")
  var port = 0

  @Option(help: ArgumentHelp("The daemon's socket, instead of the default ones.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp("Let the pages of another origin in, such as http://localhost:3000.", valueName: "url")
  )
  var origin: String?

  @Flag(help: "Open the address in the browser.")
  var open = false

  @Flag(name: .customLong("end-with-input"), help: "End when the standard input ends.")
  var endsWithInput = false

  static func main() {
    do {
      try parse().run()
    } catch {
      // Help goes to standard output. A message can contain arguments.
      let status = error is Failure ? 1 : exitCode(for: error).isSuccess ? 0 : 2
      let message = error is Failure ? "cellweb: \(error)" : fullMessage(for: error)
      Terminal.print(message, to: status == 0 ? STDOUT_FILENO : STDERR_FILENO)
      Glibc.exit(Int32(status))
    }
  }

  func validate() throws {
    if !(0...65535).contains(port) { throw ValidationError("Expected a port from 0 to 65535, got \(port).") }
    if let origin, origin.wholeMatch(of: /https?:\/\/[a-z0-9._:\[\]-]+/) == nil {
      throw ValidationError("Expected an origin such as http://localhost:3000, got \(origin).")
    }
  }

  func run() throws {
    // A browser that has left makes `write` fail instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // Threads inherit the mask, so only this one takes these signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let server = try loop.submit { [sessions, socket, origin] in
      let sockets = SocketPath.candidates(option: socket)
      return NIOLoopBound(Server(sessions: sessions, sockets: sockets, origin: origin), eventLoop: loop)
    }.wait()
    let port = try listen(for: server)
    let newAddress = { @Sendable in "http://127.0.0.1:\(port)/#\(server.value.makeCode())" }
    let addressSocket = Self.offerAddresses(newAddress, port: port, on: loop)
    let address = try loop.submit(newAddress).wait()
    Terminal.print(address)
    let page = open ? Terminal.open(address) : nil
    let removePage = { @Sendable () -> Void in
      for path in page.map({ [$0 + "/open.html", $0] }) ?? [] { Glibc.remove(path) }
    }
    try loop.submit { server.value.codeEnded = removePage }.wait()
    if endsWithInput || isatty(STDIN_FILENO) == 1 {
      Terminal.onEnter({ loop.execute { Terminal.print(newAddress()) } }, endsProgram: endsWithInput)
    }

    var number: Int32 = 0
    sigwait(&signals, &number)
    loop.execute { server.value.end() }
    removePage()
    if let addressSocket { unlink(addressSocket) }
    // Browsers get the reason if they read. A second signal ends the program at once.
    var time = timespec(tv_sec: 0, tv_nsec: 200_000_000)
    sigtimedwait(&signals, nil, &time)
    Glibc.exit(0)
  }

  private struct Failure: Error, CustomStringConvertible { let description: String }

  /// Listens on 127.0.0.1 and ::1, and returns the port. Browsers try ::1 first for the name
  /// localhost, so another user could wait there for a code.
  private func listen(for server: NIOLoopBound<Server>) throws -> Int {
    let bootstrap = ServerBootstrap(group: server.eventLoop)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // Few are accepted at once, so that those above the share end before.
      .serverChannelOption(.maxMessagesPerRead, value: 4)
      .serverChannelInitializer { channel in
        channel.pipeline.eventLoop.makeCompletedFuture {
          let backoff = AcceptBackoffHandler(shouldForwardIOErrorCaught: false)
          try channel.pipeline.syncOperations.addHandler(backoff)
        }
      }
      // Small reads, so that one browser that sends without end costs the others little.
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try Visit.begin(on: channel, server: server.value) }
      }
    var (place, busy) = ("", 0)
    do {
      while true {
        place = "127.0.0.1:\(port)"
        let channel = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
        let found = channel.localAddress?.port ?? port
        place = "[::1]:\(found)"
        do {
          _ = try bootstrap.bind(host: "::1", port: found).wait()
          return found
        } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode) {
          return found
        } catch let error as IOError where port == 0 && error.errnoCode == EADDRINUSE && busy < 100 {
          busy += 1
          try channel.close().wait()
        }
      }
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw Failure(description: "Cannot serve \(place): \(reason); choose another --port.")
    }
  }

  /// Listens for `cellctl serve --address` on a socket that is named after the port. Returns its
  /// path, or nil if the user has no directory for sockets.
  private static func offerAddresses(
    _ address: @escaping @Sendable () -> String, port: Int, on loop: any EventLoop
  ) -> String? {
    guard let folder = getenv("XDG_RUNTIME_DIR"), folder.pointee != 0 else { return nil }
    let path = SocketPath("\(String(cString: folder))/celld/cellweb-\(port).sock", origin: .runtimeDirectory)
    do {
      try path.checkLength()
      try path.makeDirectory()
      // The port is held, so nobody listens on a socket that is left over.
      unlink(path.path)
      let mask = umask(0o177)
      defer { umask(mask) }
      _ = try ServerBootstrap(group: loop).childChannelInitializer { channel in
        channel.eventLoop.execute {
          let bytes = ByteBuffer(string: address() + "\n")
          channel.writeAndFlush(bytes).whenComplete { _ in channel.close(promise: nil) }
        }
        return channel.eventLoop.makeSucceededVoidFuture()
      }.bind(unixDomainSocketPath: path.path).wait()
      return path.path
    } catch {
      let reason = (error as? SocketPathError)?.sentence ?? "\(error)"
      Terminal.print("cellweb: cellctl serve --address is not possible: \(reason)", to: STDERR_FILENO)
      return nil
    }
  }
}

/// The terminal of the person who started the program.
enum Terminal {
  /// Prints a line. It is dropped if nobody takes it, since that may not stop the program.
  static func print(_ text: String, to file: Int32 = STDOUT_FILENO) {
    var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    _ = Glibc.write(file, bytes, bytes.count)
  }

  /// Calls a function each time somebody presses Enter, on a thread of its own. The end of the input
  /// can end the program.
  static func onEnter(_ enter: @escaping @Sendable () -> Void, endsProgram: Bool) {
    // Reading the terminal in the background would stop the program.
    signal(SIGTTIN, SIG_IGN)
    NIOThreadPool.singleton.submit { _ in
      var byte: UInt8 = 0
      while true {
        switch read(STDIN_FILENO, &byte, 1) {
        case 1: if byte == UInt8(ascii: "\n") { enter() }
        case -1 where errno == EIO || errno == EINTR: sleep(1)
        default: return endsProgram ? _ = kill(getpid(), SIGTERM) : ()
        }
      }
    }
  }

  /// Opens a page that leads to an address, in a folder that only the user can read. Command lines are
  /// read by others, so the browser gets the name of the file. Returns the folder.
  static func open(_ address: String) -> String? {
    var folder = "/tmp/cellweb-XXXXXX".utf8CString.map { $0 }
    guard mkdtemp(&folder) != nil else { return nil }
    let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let file = Glibc.open(path + "/open.html", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let text =
      "<!doctype html><title>celld</title><meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n"
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
    // The browser gets no mask for signals from this program.
    var (attributes, none) = (posix_spawnattr_t(), sigset_t())
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(path + "/open.html"), nil]
    var process: pid_t = 0
    if posix_spawnp(&process, "xdg-open", nil, &attributes, arguments, environ) != 0 {
      print("cellweb: there is no xdg-open; open the printed address", to: STDERR_FILENO)
    }
    return path
  }
}
