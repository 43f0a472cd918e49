import CellWire
import Foundation
import Glibc

/// A real Redis server on a Unix socket in a directory of its own. It ends with this object, and
/// with the tests.
final class RedisServerProcess {
  let directory: String
  /// The port for replicas, if there are any.
  private var port: UInt16 = 0
  private let arguments: [String]
  private let host: HostNetwork.Host?
  private var process = Process()
  /// A pipe that nobody writes to. When this process ends, the server is killed.
  private var life = Pipe()

  var socket: String { directory + "/redis.sock" }
  /// The address for `--store`.
  var address: String { "redis+unix://" + socket }

  /// - Parameters:
  ///   - isSynced: whether it syncs each command. If not, it keeps nothing.
  ///   - arguments: further options.
  ///   - host: where it runs; `nil` for this host.
  init(isSynced: Bool = false, _ arguments: [String] = [], on host: HostNetwork.Host? = nil) throws {
    directory = try DaemonProcess.makeDirectory()
    self.arguments =
      [
        "--port", "0", "--repl-diskless-sync-delay", "0", "--unixsocket", directory + "/redis.sock", "--dir",
        directory, "--save", "",
      ]
      + (isSynced ? ["--appendonly", "yes", "--appendfsync", "always"] : []) + arguments
    self.host = host
    try start()
  }

  deinit {
    kill9()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Starts the server, also after it was killed, and waits until it answers.
  func start() throws {
    process = Process()
    life = Pipe()
    // A thread can hold the last reference to this object when the tests end.
    process.setCommand(
      "/bin/sh",
      [
        "-c", #"exec 3<&0; (read end <&3; kill -9 $$) & exec /usr/bin/redis-server "$@" </dev/null 3<&-"#,
        "redis-server",
      ] + arguments, on: host)
    process.standardInput = life
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard eventually({ (try? self.ask("PING")) == .string("PONG") }) else {
      throw DaemonProcess.Failure(description: "redis-server does not answer at \(socket)")
    }
  }

  /// Starts a server that has what this one has.
  func replica() throws -> RedisServerProcess {
    if port == 0 {
      port = Self.freePort()
      try ask("CONFIG", "SET", "bind", "127.0.0.1", "port", "\(port)")
    }
    let replica = try RedisServerProcess(["--replicaof", "127.0.0.1", "\(port)"])
    guard
      try eventually({
        try replica.ask("ROLE").array?.contains("connected") == true
          && ask("ROLE").array?.last?.array?.isEmpty == false
      })
    else { throw DaemonProcess.Failure(description: "redis-server does not become a replica") }
    return replica
  }

  /// A port that nobody uses now.
  private static func freePort() -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, size)
        _ = getsockname(socket, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The newest part of its append-only file.
  var file: String {
    let folder = directory + "/appendonlydir"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let number = names.compactMap { $0.hasSuffix(".incr.aof") ? Int($0.split(separator: ".")[2]) : nil }.max()
    return "\(folder)/appendonly.aof.\(number ?? 1).incr.aof"
  }

  /// Starts the server where it cannot use its file.
  ///
  /// - Returns: whether it ended with an error.
  func failsToStart() throws -> Bool {
    let failing = Process()
    failing.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    failing.arguments = ["20", "/usr/bin/redis-server"] + arguments
    failing.standardOutput = FileHandle.nullDevice
    try failing.run()
    failing.waitUntilExit()
    return failing.terminationStatus == 1
  }

  func kill9() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    // The shell that waits for the end of the pipe counts as running, too.
    try? life.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// The reply to a command.
  @discardableResult
  func ask(_ command: String...) throws -> JSON { try ask(command) }

  /// The reply to a command. A client that gets none, since it could not connect, is started again.
  @discardableResult
  func ask(_ command: [String]) throws -> JSON {
    var reply: (text: [UInt8], errors: String) = ([], "")
    _ = try eventually {
      reply = try run(command)
      return !reply.text.isEmpty || !reply.errors.contains("Could not connect")
    }
    do { return try JSON(parsing: reply.text) } catch {
      let text = String(decoding: reply.text, as: UTF8.self)
      throw DaemonProcess.Failure(description: "redis-cli \(command): \(text) \(reply.errors)")
    }
  }

  private func run(_ command: [String]) throws -> (text: [UInt8], errors: String) {
    let client = Process()
    let (output, errors) = (Pipe(), Pipe())
    client.executableURL = URL(fileURLWithPath: "/usr/bin/redis-cli")
    client.arguments = ["-s", socket, "--json"] + command
    client.standardOutput = output
    client.standardError = errors
    try client.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    client.waitUntilExit()
    return (Array(text), words)
  }

  /// The keys that match a pattern.
  func keys(_ pattern: String) throws -> [String] {
    try ask("KEYS", pattern).array?.compactMap(\.string) ?? []
  }

  /// The entries of the log of a session, or of the only one: their ids, and their fields by name.
  func log(_ session: String? = nil) throws -> [(id: String, fields: [String: String])] {
    let id = try session.map { try ask("HGET", "celld:names", "\(getuid())/\($0)").string ?? "" } ?? "*"
    guard let key = try keys("celld:log:\(id)").first else { return [] }
    return try (ask("XRANGE", key, "-", "+").array ?? []).map { entry in
      let words = entry.array?.last?.array?.compactMap(\.string) ?? []
      var fields: [String: String] = [:]
      for index in stride(from: 0, to: words.count - 1, by: 2) { fields[words[index]] = words[index + 1] }
      return (entry.array?.first?.string ?? "", fields)
    }
  }

  /// Starts a daemon whose sessions are in this server.
  ///
  /// - Parameter socket: another name of the socket.
  func node(
    _ arguments: [String] = [], environment: [String: String] = [:], at socket: String? = nil
  ) throws -> DaemonProcess {
    let store = socket.map { "redis+unix://" + $0 } ?? address
    let daemon = try DaemonProcess(["--store", store] + arguments, environment: environment)
    _ = try daemon.connect()
    return daemon
  }
}
