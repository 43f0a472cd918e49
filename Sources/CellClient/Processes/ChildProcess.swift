import CProcess
import Glibc

/// A program to start, with its arguments and standard streams.
package struct ChildProcess {
  /// The path of the program.
  package let executable: String
  /// The arguments without the program's name.
  package let arguments: [String]
  /// Whether it gets a session of its own, so that signals of the terminal do not reach it.
  package var isDetached = false
  /// Its standard input; nil is /dev/null.
  package var input: Int32?
  /// Its standard output; nil is /dev/null.
  package var output: Int32?
  /// Its standard error; nil is /dev/null.
  package var errors: Int32?
  /// Whether its environment is empty. If not, it inherits that of this process.
  package var hasEmptyEnvironment = false
  /// More variables of its environment, as `NAME=value`.
  package var variables: [String] = []
  /// The bytes of memory that it can use; nil for no limit.
  package var memoryLimit: Int?
  /// The seconds of processor time after which it is ended; nil for no limit.
  package var processorTimeLimit: Int?

  package init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Starts the program and waits for its end.
  /// - Returns: its standard output without the last line feed.
  package func readOutput() throws -> String {
    let pipe = try Pipe()
    var process = self
    process.output = pipe.writing
    let id = try process.start()
    close(pipe.writing)
    let bytes = try DescriptorReader(pipe.reading, name: executable).readAll()
    waitpid(id, nil, 0)
    return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// Starts the program.
  /// - Returns: its process id.
  package func start() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, own) in [(STDIN_FILENO, input), (STDERR_FILENO, errors), (STDOUT_FILENO, output)] {
      if let own {
        posix_spawn_file_actions_adddup2(&actions, own, stream)
      } else {
        posix_spawn_file_actions_addopen(
          &actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
      }
    }
    // Inherited descriptors, such as the end of a pipe, must not stay open in a daemon.
    cp_close_from(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A program may ignore SIGPIPE, and the child inherits that. Reset it, unless this process
    // reads the child's errors: it stops reading while a daemon still runs, and the daemon must
    // survive its next message.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    if errors == nil || errors == STDERR_FILENO { sigaddset(&defaults, SIGPIPE) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var flags = Int16(POSIX_SPAWN_SETSIGDEF)
    if isDetached { flags |= CP_NEW_SESSION }
    posix_spawnattr_setflags(&attributes, flags)

    var strings = ([executable] + arguments).map { strdup($0) }
    defer { for string in strings { free(string) } }
    strings.append(nil)
    var id: pid_t = 0
    let own = variables.map { strdup($0) }
    defer { for variable in own { free(variable) } }
    var environment = own
    var inherited = hasEmptyEnvironment ? nil : environ
    while let variable = inherited?.pointee {
      environment.append(variable)
      inherited = inherited?.successor()
    }
    environment.append(nil)
    let code = posix_spawn(&id, executable, &actions, &attributes, strings, environment)
    guard code == 0 else {
      throw CelldError.system("cannot start \(executable): \(systemMessage(code))")
    }
    if let memoryLimit { cp_limit(id, CP_MEMORY, UInt64(memoryLimit)) }
    if let processorTimeLimit { cp_limit(id, CP_PROCESSOR_TIME, UInt64(processorTimeLimit)) }
    return id
  }
}
