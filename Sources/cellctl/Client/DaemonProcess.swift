import Glibc

/// A celld that cellctl started.
struct DaemonProcess {
  /// Its process id.
  let id: pid_t

  /// Starts celld in a session of its own (setsid), with nothing on its standard streams, so that neither the
  /// end of cellctl nor an interrupt at the keyboard reaches it.
  /// - Parameter arguments: without the program's name.
  /// - Throws: `Failure` with status `noDaemon` when there is no celld beside cellctl or in `PATH`.
  static func start(arguments: [String]) throws -> DaemonProcess {
    guard let executable = Executable.find("celld") else {
      throw Failure(
        .noDaemon, "no celld beside cellctl nor in PATH",
        hint: "install celld, or start it yourself and give its socket with --socket")
    }
    var process = ChildProcess(executable: executable, arguments: arguments)
    process.isDetached = true
    return DaemonProcess(id: try process.start())
  }

  /// Whether the process has ended; collects its exit status.
  var hasEnded: Bool {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) != 0
  }
}
