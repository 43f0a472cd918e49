import Foundation

/// A terminal that controls the processes of a shell command, and answers by a script.
enum ScriptedTerminal {
  /// The answer to the question about the columns of samples.
  enum Answer: String {
    /// Nothing.
    case nothing
    /// Only that it is there (DA1).
    case bare
    /// Positions that cannot be true.
    case wrong
    /// The columns of a terminal that counts clusters, and of one that counts code points.
    case grapheme, wcwidth
    /// The columns of one that counts clusters and draws isolates.
    case drawnIsolates
  }

  /// The output of a command, and the number of its questions.
  struct Result {
    let output: String
    let questions: Int
  }

  private static let program = #"""
    import fcntl, os, pty, select, signal, struct, sys, termios, time
    answer, typed, columns, command, early = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
    pid, fd = pty.fork()
    if pid == 0:
        time.sleep(0.05)
        os.execv("/bin/bash", ["bash", "-c", command])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 12, columns, 0, 0))
    os.write(fd, early.encode())
    samples = {"grapheme": [2, 2, 2, 2, 2, 2, 1, 1], "wcwidth": [3, 2, 6, 1, 2, 2, 1, 1],
               "drawnIsolates": [2, 2, 2, 2, 2, 2, 3, 1], "wrong": [900, 2, 5, -1, 0, 2, 1, 1]}
    output, end = b"", time.time() + 20
    question = b"\x1b[c"
    while time.time() < end:
        if not select.select([fd], [], [], 0.1)[0]:
            continue
        try:
            data = os.read(fd, 65536)
        except OSError:
            break
        if not data:
            break
        asked = output.count(question)
        output += data
        for _ in range(output.count(question) - asked):
            os.write(fd, typed.encode())
            if answer in samples:
                places = [1] + [1 + width for width in samples[answer]]
                reply = "\x1b[?2027;0$y" + "".join(f"\x1b[3;{place}R" for place in places)
                os.write(fd, reply[:20].encode())
                time.sleep(0.02)
                os.write(fd, reply[20:].encode())
            if answer != "nothing":
                os.write(fd, b"\x1b[?62;22c")
    else:
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    sys.stdout.buffer.write(output)
    """#

  /// Runs a command of bash to its end. `cellctl` is the program that is tested.
  /// - Parameters:
  ///   - typed: what is typed while the terminal is asked.
  ///   - early: what is typed at the start.
  static func run(
    _ command: String, _ answer: Answer, typed: String = "", early: String = "", columns: Int = 40,
    socket: String,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let shell = "cellctl() { '\(CellctlProcess.program.path)' \"$@\"; }; \(command)"
    process.arguments = ["-c", program, answer.rawValue, typed, "\(columns)", shell, early]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["CELLD_SOCKET": socket, "TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"]
    ) { $1 }.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(output: output, questions: output.components(separatedBy: "\u{1B}[c").count - 1)
  }
}
