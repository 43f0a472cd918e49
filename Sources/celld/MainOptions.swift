import ArgumentParser
import CellStore
import CellWire
import Glibc
import Logging

/// The options of the daemon.
struct MainOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "celld",
    abstract: "Lays out lists of objects as cells that fit a width, for clients on a Unix socket.",
    version: "celld \(celldVersion), protocol \(protocolVersion)")

  @Option(
    help: ArgumentHelp(
      "Listen at this path, not at $CELLD_SOCKET, $XDG_RUNTIME_DIR/celld/celld.sock and so on.",
      valueName: "path"))
  var socket: String?

  @Option(help: ArgumentHelp("The mode of the socket, in octal.", valueName: "mode"), transform: socketMode)
  var mode: UInt32 = 0o600

  @Flag(help: "Serve one client on standard input and output.")
  var stdio = false

  @Flag(help: "Serve the program that spawned celld as its layout plugin.")
  var plugin = false

  @Option(
    help: ArgumentHelp(
      "Keep sessions in this SQLite file, so that they outlive the daemon; or in a Redis server, "
        + "redis://host:port or redis+unix:///path, so that other daemons serve them, too.",
      valueName: "path"))
  var store: String?

  @Option(
    help: ArgumentHelp("Begin the names of all keys in the Redis server with this.", valueName: "prefix"))
  var storePrefix = "celld:"

  @Option(
    help: ArgumentHelp(
      "Read CELLD_STORE_USER and CELLD_STORE_PASSWORD from this file, which nobody else may read.",
      valueName: "file"))
  var storeEnvironment: String?

  @Option(
    help: ArgumentHelp(
      "Forget the cells of a session in the Redis server that nobody has used for this time. They are "
        + "read again when somebody needs them.", valueName: "seconds"))
  var storeIdle = 120.0

  @Option(
    help: ArgumentHelp(
      "The durability of new sessions: memory, written (the default), synced or replicated:N.",
      valueName: "level"))
  var durability: Durability?

  @Option(
    help: ArgumentHelp(
      "Check a store, print what is wrong, and end. Takes what --store takes; no daemon may use a file.",
      valueName: "path"))
  var checkStore: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Copy a store that no daemon uses into a new one, and end. Takes two of what --store takes.",
      valueName: "from to"))
  var copyStore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Begin the names of all keys of the copy with this, not with --store-prefix.", valueName: "prefix"))
  var copyPrefix: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this time without clients and sessions.", valueName: "seconds"))
  var idleExit: Double?

  @Option(help: ArgumentHelp("Change a limit of hello.limits. May be repeated.", valueName: "name=value"))
  var limit: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read limits from this file, a line for each name=value. SIGHUP reads it again.", valueName: "file"))
  var limits: String?

  @Option(help: ArgumentHelp("Log messages of this level and above.", valueName: "level"))
  var logLevel: Logger.Level = .notice

  /// The standard limits with the changes of `--limits`, then those of `--limit`.
  func readLimits() throws(StartError) -> Limits {
    var limits = Limits.standard
    if let path = self.limits {
      do throws(LimitError) { try limits.set(file: try Self.text(ofFile: path)) } catch {
        throw StartError("cannot use the limits in \(path): \(error.sentence)")
      }
    }
    return try changed(limits)
  }

  /// The limits with the changes of `--limit`.
  private func changed(_ limits: Limits) throws(StartError) -> Limits {
    var limits = limits
    for assignment in limit {
      do { try limits.set(assignment) } catch { throw StartError(error.sentence) }
    }
    return limits
  }

  func validate() throws {
    do { _ = try changed(.standard) } catch { throw ValidationError(error.description) }
    if stdio && plugin { throw ValidationError("--stdio and --plugin exclude each other.") }
    if socket != nil && (stdio || plugin) {
      throw ValidationError("--socket cannot be combined with --stdio or --plugin.")
    }
    if !copyStore.isEmpty, copyStore.count != 2 {
      throw ValidationError("--copy-store takes two stores: the one to copy, and the one to make.")
    }
    if [store, checkStore].contains("") || copyStore.contains("") {
      throw ValidationError("A store needs the path of a file, or the address of a Redis server.")
    }
    let addresses = ([store, checkStore].compactMap(\.self) + copyStore).filter(RedisAddress.isAddress)
    for address in addresses {
      do { _ = try RedisAddress(address) } catch { throw ValidationError(error.description) }
    }
    if storeEnvironment != nil, addresses.isEmpty {
      throw ValidationError("--store-environment needs --store with the address of a Redis server.")
    }
    for (name, prefix) in [("--store-prefix", storePrefix), ("--copy-prefix", copyPrefix ?? storePrefix)]
    where prefix.isEmpty || prefix.utf8.count > 64 || prefix.utf8.contains(where: { $0 <= 32 }) {
      throw ValidationError("\(name) takes 1 to 64 bytes without spaces.")
    }
    if copyPrefix != nil, !(copyStore.last.map(RedisAddress.isAddress) ?? false) {
      throw ValidationError(
        "--copy-prefix needs --copy-store with the address of a Redis server as the copy.")
    }
    if store == nil, durability != nil {
      throw ValidationError("--durability needs --store; without a store, sessions end with the daemon.")
    }
    if !(storeIdle >= 0.1 && storeIdle < 1e9) {
      throw ValidationError("--store-idle takes a number of seconds, at least 0.1.")
    }
    if let idleExit, !(idleExit > 0 && idleExit < 1e9) {
      throw ValidationError("--idle-exit takes a number of seconds above 0.")
    }
  }

  /// The place of sessions in a Redis server. The user and the password in the address come first,
  /// then those of `--store-environment`, then those of the environment. The file is read again for
  /// each connection.
  func redis(_ store: String, environment: (String) -> String?) throws(StoreError) -> RedisOptions {
    let names = ["CELLD_STORE_USER", "CELLD_STORE_PASSWORD"]
    let (path, known) = (storeEnvironment, names.map(environment))
    let read: @Sendable () throws(StoreError) -> RedisAddress = { () throws(StoreError) in
      var address = try RedisAddress(store)
      var file: [String: String] = [:]
      if let path {
        do throws(LimitError) { file = try Self.secrets(path) } catch { throw StoreError(error.sentence) }
      }
      let values = zip(names, known).map { name, known in
        (file[name] ?? known).flatMap { $0.isEmpty ? nil : $0 }
      }
      address.user = address.user ?? values[0]
      address.password = address.password ?? values[1]
      return address
    }
    var options = RedisOptions(address: try read(), prefix: storePrefix)
    if path != nil { options.currentAddress = read }
    return options
  }

  /// Reads lines `NAME=VALUE` from a file that only its owner can read.
  private static func secrets(_ path: String) throws(LimitError) -> [String: String] {
    let content = try text(ofFile: path) { status throws(LimitError) in
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw LimitError(sentence: "\(path) is not a file.")
      }
      guard status.st_uid == 0 || status.st_uid == geteuid() else {
        throw LimitError(
          sentence: "\(path) belongs to another user, who can change the password. Run chown on it.")
      }
      guard status.st_mode & 0o077 == 0 else {
        throw LimitError(
          sentence: "Other users can read the password in \(path). Run chmod 600 \(path).")
      }
    }
    var values: [String: String] = [:]
    for line in content.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
      let (name, value) = (line[..<equals], line[line.index(after: equals)...])
      // systemd would remove them from the same file.
      if let first = value.first, "\"'".contains(first) {
        throw LimitError(sentence: "The value of \(name) in \(path) has quotes. Remove them.")
      }
      values[String(name)] = String(value)
    }
    return values
  }

  private static let longestFile = 64 << 10

  private static func text(
    ofFile path: String, check: (stat) throws(LimitError) -> Void = { _ in }
  ) throws(LimitError) -> String {
    // Without O_NONBLOCK, a pipe without a writer would hold up the start.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw LimitError(sentence: "\(SystemError("open \(path)", code: errno)).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw LimitError(sentence: "\(SystemError("read \(path)", code: errno)).")
    }
    try check(status)
    var bytes = [UInt8](repeating: 0, count: longestFile + 1)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      guard read >= 0 else { throw LimitError(sentence: "\(SystemError("read the file", code: errno)).") }
      if read == 0 { break }
      count += read
    }
    guard count <= longestFile else {
      throw LimitError(sentence: "Expected at most \(longestFile) bytes; remove lines.")
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private static func socketMode(_ text: String) throws -> UInt32 {
    guard let mode = UInt32(text, radix: 8), mode <= 0o777 else {
      throw ValidationError("A mode is three octal digits, such as 660.")
    }
    return mode
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
