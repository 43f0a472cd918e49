import CellFonts
import CellStore
import CellWire
import Glibc
import Logging

/// Starts a daemon from its options: sets up the log and the limits of the process, and makes the
/// socket.
struct Startup {
  private let options: MainOptions
  private let log: Logger

  init(_ options: MainOptions) {
    self.options = options
    let handler = StandardErrorLogHandler(journalStream: Self.environment("JOURNAL_STREAM"))
    var log = Logger(label: "celld") { _ in handler }
    log.logLevel = options.logLevel
    self.log = log
  }

  /// Serves until the daemon must end, or checks or copies a store.
  func run() throws {
    // hiredis writes without MSG_NOSIGNAL: a server that leaves would end this silently.
    signal(SIGPIPE, SIG_IGN)
    if let text = options.checkStore { return try StoreTools.check(try place(text)) }
    if options.copyStore.count == 2 {
      let target = try place(options.copyStore[1], prefix: options.copyPrefix)
      return try StoreTools.copy(try place(options.copyStore[0]), to: target)
    }
    Self.silenceDispatch()
    MemoryPolicy.apply()
    let descriptors = max(1, Self.raiseDescriptorLimit() - 32)
    let readLimits = { [options] in
      var limits = try options.readLimits()
      limits.connections = min(limits.connections, descriptors)
      return limits
    }
    let limits = try readLimits()
    // The store is opened first: it takes no clients from a daemon that cannot keep their sessions.
    let store = try openStore()
    let endpoint = try endpoint()
    let daemon: Daemon
    do {
      daemon = try Daemon(
        endpoint: endpoint, limits: limits, idleExit: options.idleExit.map { UInt64($0 * 1000) },
        notifier: SystemdNotifier(environment: Self.environment), log: log, readLimits: readLimits,
        makeService: { server, loop in
          let journal = try store?.journal(loop, isPrivate: endpoint.isPrivate, log) ?? Journal(log: log)
          let methods = try MethodTable(
            server, fonts: FontLibrary(), journal: journal, firstLayout: (store?.opening.starts ?? 0) << 32)
          methods.context.loader.add(store?.opening.sessions ?? [])
          return methods.service
        })
      if case .plugin(let socket, _) = endpoint { try announce(socket) }
    } catch {
      endpoint.remove()
      throw error
    }
    daemon.run()
  }

  /// The store that an option names.
  ///
  /// - Parameter prefix: the beginning of the keys; `nil` for that of `--store-prefix`.
  private func place(_ text: String, prefix: String? = nil) throws(StartError) -> StorePlace {
    guard RedisAddress.isAddress(text) else { return .file(text) }
    do throws(StoreError) {
      var redis = try options.redis(text, environment: Self.environment)
      redis.prefix = prefix ?? redis.prefix
      return .redis(redis)
    } catch {
      throw StartError(error.description)
    }
  }

  private func openStore() throws(StartError) -> OpenStore? {
    guard let path = options.store else { return nil }
    do throws(StoreError) {
      let level = options.durability ?? .written
      let store =
        RedisAddress.isAddress(path)
        ? try OpenStore(
          try options.redis(path, environment: Self.environment), level: level,
          idleTime: UInt64(options.storeIdle * 1000))
        : try OpenStore(path: path, level: level, environment: Self.environment)
      for note in store.opening.notes { log.warning("\(note)") }
      return store
    } catch {
      throw StartError(error.description)
    }
  }

  /// The name of the store for messages: the address of a Redis server can have a password.
  private var storeName: String {
    options.store.map { RedisAddress.isAddress($0) ? "in Redis" : $0 } ?? ""
  }

  private func endpoint() throws(StartError) -> Daemon.Endpoint {
    if options.stdio { return .standardStreams }
    if options.plugin { return try pluginEndpoint() }
    if options.socket == nil {
      let inherited = try InheritedSockets.take(environment: Self.environment)
      if !inherited.isEmpty { return .inherited(inherited) }
    }
    return .bound(try boundSocket())
  }

  /// A socket at the first path where one can be made. A path where a daemon listens already ends
  /// the search.
  private func boundSocket() throws(StartError) -> BoundSocket {
    var reasons: [String] = []
    for place in SocketPath.candidates(option: options.socket, variable: Self.environment) {
      do {
        try place.checkLength()
        try place.makeDirectory()
      } catch {
        reasons.append(error.sentence)
        continue
      }
      do {
        // A client starts a daemon that ends without clients, and has no store.
        if let socket = try BoundSocket.bind(
          place.path, mode: options.mode, store: storeName,
          replacesAny: options.idleExit == nil || options.store != nil)
        {
          return socket
        }
      } catch {
        if error.isFinal { throw error }
        reasons.append(error.description)
        continue
      }
      throw StartError(
        "another daemon listens at \(place.path) already; connect to it, or choose another path with --socket"
      )
    }
    throw StartError(reasons.joined(separator: "; "))
  }

  // MARK: Plugin

  private func pluginEndpoint() throws(StartError) -> Daemon.Endpoint {
    guard Self.environment("CELLD_PLUGIN_COOKIE") == "celld" else {
      throw StartError(
        "--plugin is for programs that start celld as their layout plugin, not for the command line; "
          + "to serve clients, start celld without it")
    }
    let parents = [Self.environment("XDG_RUNTIME_DIR"), Self.environment("TMPDIR"), "/tmp"]
    let directory = try PrivateDirectory.make(below: parents.compactMap { $0 }.filter { !$0.isEmpty })
    let socket: BoundSocket?
    do {
      socket = try BoundSocket.bind(directory + "/celld.sock")
    } catch {
      rmdir(directory)
      throw error
    }
    guard let socket else { throw StartError("another daemon listens in \(directory)") }
    return .plugin(socket, directory: directory)
  }

  /// Prints the line that the parent program reads: core version, protocol version, network,
  /// address, encoding.
  private func announce(_ socket: BoundSocket) throws {
    let line = "1|\(protocolVersion)|unix|\(socket.path)|jsonrpc\n"
    guard writeAll(line.utf8, to: STDOUT_FILENO) else {
      throw StartError("cannot write the plugin's line to standard output")
    }
  }

  // MARK: The process

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Keeps Dispatch from writing to the system's log.
  ///
  /// It reports each thread whose priority it cannot raise. Threads of celld inherit a low one on
  /// purpose. A value that is set already stays.
  private static func silenceDispatch() {
    setenv("LIBDISPATCH_LOG", "NO", 0)
  }

  /// Raises the limit of open descriptors to the maximum of the system. Returns the new limit.
  private static func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
