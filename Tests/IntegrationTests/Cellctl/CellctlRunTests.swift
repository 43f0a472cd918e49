import Foundation
import Glibc
import Testing

/// Commands after `--`, whose output has the records.
@Suite(.serialized) final class CellctlRunTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("r\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a script, and returns its path.
  private func script(_ name: String, _ text: String, mode: Int = 0o755) throws -> String {
    let file = folder.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file.path
  }

  private func show(_ text: String, _ arguments: String..., options: [String] = []) throws -> CellctlProcess {
    let path = try script("tool", "#!/bin/sh\n" + text)
    return try CellctlProcess.run(["show"] + options + ["--", path] + arguments)
  }

  private func content(_ name: String) -> String {
    (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }

  // MARK: Arguments

  @Test func `arguments arrive as they are`() throws {
    let words = [
      "two words", "'q'\"", "$HOME", "`x`", "a\nb", "", "-o", "--help", "--", "*", "ü\u{301}", "\\",
    ]
    let text =
      "for word; do printf '[%s]' \"$word\" >> '\(folder.path)/words'; done; echo '{\"id\":1,\"title\":\"x\"}'"
    let path = try script("tool", "#!/bin/sh\n" + text)
    let run = try CellctlProcess.run(["show", "--"] + [path] + words)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "x\n")
    #expect(content("words") == words.map { "[\($0)]" }.joined())
  }

  @Test func `a command has a session of its own, an empty input and no terminal`() throws {
    let run = try show(
      #"read line; for i in 0 1 2; do test -t $i && echo terminal; done; sort | wc -c; "#
        + "test \"$(ps -o sid= -p $$ | tr -d ' ')\" = $$ && echo leader; exec 9>&-; ls /proc/self/fd | wc -l")
    #expect(run.lines.map { $0.trimmingCharacters(in: .whitespaces) }.contains("leader"), "\(run.output)")
    #expect(!run.output.contains("terminal"))
    #expect(run.lines.first == "0")
    // The three streams, and that of the folder.
    #expect(run.output.contains("\n4\n"), "\(run.output)")
  }

  // MARK: How a run ends

  private static let list = #"[{"id":1,"name":"web","state":"failed"},{"id":2,"name":"db","state":"ok"}]"#

  @Test(arguments: [
    ("echo '\(list)'", 0, "web", ""),
    // npm audit and eslint end so.
    ("echo '\(list)'; exit 1", 1, "web", "tool ended with exit status 1"),
    ("echo '\(list)'; exit 255", 255, "web", "exit status 255"),
    ("printf '%s' '\(list)'", 0, "web", ""),
    ("true", 0, "", "no records"), ("echo '[]'", 0, "", "no records"),
    ("echo no such host >&2; exit 1", 5, "", "no such host\ncellctl: tool ended with exit status 1\n"),
    ("printf '[{\"name\":\"web\"'; exit 3", 5, "", "tool ended with exit status 3"),
    ("printf '[{\"name\":\"web\"'", 5, "", "too early"),
    ("kill -9 $$", 5, "", "tool was ended by signal 9"),
    ("echo '\(list)'; kill -15 $$", 143, "web", "tool was ended by signal 15"),
    ("printf 'name,age\\n\\377bc,2\\nd,3\\n'", 0, "ÿbc", "Windows-1252"),
  ])
  func `the status is that of the command, or 5`(text: String, status: Int, output: String, errors: String)
    throws
  {
    let run = try show(text)
    #expect(run.status == Int32(status), "\(run.errors)")
    #expect(output.isEmpty ? run.output.isEmpty : run.output.contains(output))
    #expect(errors.isEmpty || run.errors.contains(errors), "\(run.errors)")
  }

  @Test func `programs that cannot be run end with 126 and 127`() throws {
    let none = try CellctlProcess.run(["show", "--", "\(folder.path)/none"])
    #expect(none.status == 127 && none.errors.contains("there is no program"), "\(none.errors)")
    #expect(try CellctlProcess.run(["show", "--", "no-such-program"]).status == 127)
    #expect(try CellctlProcess.run(["show", "--", ""]).status == 2)
    let plain = try script("plain", "#!/bin/sh\n", mode: 0o644)
    #expect(try CellctlProcess.run(["show", "--", plain]).status == 126)
    #expect(try CellctlProcess.run(["show", "--", folder.path]).status == 126)
    // Shells run such a file themselves.
    let run = try CellctlProcess.run(["show", "--", script("headless", "echo '{}'\n")])
    #expect(run.status == 126 && run.errors.contains("#!/bin/sh"), "\(run.errors)")
    #expect(try CellctlProcess.run(["show", "--", script("lost", "#!/no/such/sh\n")]).status == 127)
    for command in ["watch", "pick"] {
      #expect(try CellctlProcess.run([command, "--", "no-such-program"]).status == 127)
    }
  }

  @Test func `messages have no control characters, and the rows stay apart`() throws {
    let run = try show(
      #"printf '\033[31mred\007\n10%%\r100%%\n' >&2; printf 'last' >&2; echo '{"id":1,"title":"x"}'"#)
    #expect(run.output == "x\n")
    #expect(run.errors.contains("100%\nlast\n") && !run.errors.contains("10%\r"), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{7}"))
  }

  // MARK: Bounds

  /// Whether a process runs.
  private func runs(_ name: String) -> Bool {
    guard let id = pid_t(content(name).trimmingCharacters(in: .whitespacesAndNewlines)) else { return false }
    let status = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
    return !status.isEmpty && !status.contains(") Z ")
  }

  @Test func `a command that ignores TERM is killed after its time`() throws {
    let text = "trap '' TERM; echo $$ > '\(folder.path)/id'; while :; do sleep 1; done"
    let run = try show(text, options: ["--timeout", "0.3"])
    #expect(run.status == 124 && run.errors.contains("--timeout"), "\(run.errors)")
    #expect(!content("id").isEmpty && !runs("id"))
  }

  @Test func `a command that prints for ever is ended`() throws {
    for text in ["exec yes", "while :; do echo '{\"name\":\"x\"}'; done", "printf '['; exec yes '{},'"] {
      let run = try show("echo $$ > '\(folder.path)/id'; " + text, options: ["--max-output", "64K"])
      #expect(run.status == 5 && run.errors.contains("more than 64K bytes (--max-output)"), "\(run.errors)")
      #expect(!runs("id"))
    }
  }

  @Test func `what stays in the background does not hold the run, and is ended`() throws {
    let text = "(trap '' HUP; sleep 1000) & echo $! > '\(folder.path)/id'; echo '{\"id\":1,\"title\":\"x\"}'"
    let run = try show(text)
    #expect(run.status == 0 && run.output == "x\n", "\(run.errors)")
    #expect(!content("id").isEmpty && !runs("id"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL])
  func `a command ends with cellctl`(signal: Int32) throws {
    let text = """
      #!/bin/sh
      sleep 1000 & echo $! > '\(folder.path)/child'
      echo $$ > '\(folder.path)/id'
      echo '{"id":1,"title":"x"}'
      wait
      """
    let path = try script("tool", text)
    let running = try CellctlProcess.start(["show", "--", path], socket: "/nonexistent/celld.sock")
    #expect(eventually { runs("id") && runs("child") })
    kill(running.process.processIdentifier, signal)
    running.process.waitUntilExit()
    #expect(eventually { !runs("id") && !runs("child") })
    if signal == SIGTERM { #expect(running.process.terminationReason == .uncaughtSignal) }
    if signal == SIGINT { #expect(running.process.terminationStatus == 130) }
  }

  @Test func `a command ends when nobody reads its rows`() throws {
    let path = try script(
      "tool",
      "#!/bin/sh\necho $$ > '\(folder.path)/id'\necho '{\"id\":1,\"title\":\"x\"}'\necho '{\"id\":2,\"title\":\"y\"}'\nsleep 1000\n"
    )
    let running = try CellctlProcess.start(["show", "--", path], socket: "/nonexistent/celld.sock")
    // Rows come before the command has ended.
    #expect(running.output.fileHandleForReading.readData(ofLength: 2) == Data("x\n".utf8))
    try running.output.fileHandleForReading.close()
    running.process.waitUntilExit()
    #expect(eventually { !runs("id") })
  }

  // MARK: Presets

  @Test func `arguments after -- are those of the command of a preset`() throws {
    let presets = folder.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: true)
    let tool = try script("tool", "#!/bin/sh\nprintf '{\"id\":1,\"title\":\"%s\"}' \"$*\"\n")
    try "# title: Mine\n# alias: yours --fast, theirs\n# command: \(tool) one\n{id: 1, title}\n"
      .write(to: presets.appendingPathComponent("mine.jq"), atomically: true, encoding: .utf8)
    let environment = ["XDG_CONFIG_HOME": folder.path]
    func show(_ arguments: String...) throws -> CellctlProcess {
      try CellctlProcess.run(["show"] + arguments, environment: environment)
    }
    #expect(try show("mine").output == "one\n")
    #expect(try show("mine", "--", "-n", "a b").output == "one -n a b\n")
    #expect(try show("yours", "--", "-v").output == "one --fast -v\n")
    #expect(try show("theirs").output == "one\n")
    let list = try show()
    #expect(list.status == 0)
    #expect(
      list.lines.contains { $0.hasPrefix("mine, yours, theirs") && $0.hasSuffix("Mine") }, "\(list.output)")
    unlink(tool)
    #expect(try !show().output.contains("mine"))
    let other = try show("ls")
    #expect(other.status == 4 && other.errors.contains("-- ls"), "\(other.errors)")
  }

  // MARK: Sessions

  @Test func `'push' runs a command once, and needs cells or --guess`() throws {
    let cellctl = try CellctlSession()
    let tool = try script("tool", "#!/bin/sh\necho '\(Self.list)'\nexit $1\n")
    let strict = try cellctl.run("push", "jobs", "--", tool, "0")
    #expect(strict.status == 5 && strict.errors.contains("title"), "\(strict.errors)")
    let guessed = try cellctl.run("push", "jobs", "--guess", "--", tool, "0")
    #expect(guessed.status == 0 && guessed.errors.contains("guessed "), "\(guessed.errors)")
    #expect(try cellctl.texts("title", of: "jobs") == ["web", "db"])
    #expect(try cellctl.run("push", "jobs", "--guess", "--", tool, "7").status == 7)
    // A failed run replaces nothing.
    let empty = try script("empty", "#!/bin/sh\nexit 1\n")
    #expect(try cellctl.run("push", "jobs", "--replace", "--allow-empty", "--", empty).status == 5)
    #expect(try cellctl.texts("title", of: "jobs") == ["web", "db"])
    #expect(try cellctl.run("push", "jobs", tool, "--", tool).status == 2)
    #expect(try cellctl.run("push", "jobs", "--every", "1s").status == 2)
  }

  @Test func `what was guessed at the first run stays for all runs`() throws {
    let cellctl = try CellctlSession()
    let outputs = [
      "", "[]", #"{"items":[{"id":"a","name":"one","note":"x"}]}"#, #"{"items":[]}"#,
      #"{"items":[{"id":"b","name":"two","note":"y","title":"other"}]}"#, #"{"error":"rate limited"}"#,
      #"{"items":[{"id":"c","label":"three"}]}"#, "oops",
    ]
    for (index, output) in outputs.enumerated() { _ = try script("\(index)", output) }
    let tool = try script(
      "tool",
      """
      #!/bin/sh
      until mv '\(folder.path)/next' '\(folder.path)/now' 2>/dev/null; do sleep 0.02; done
      cat "$(cat '\(folder.path)/now')"
      """)
    let running = try CellctlProcess.start(
      ["push", "jobs", "--guess", "-o", "ndjson", "--every", "1ms", "--", tool], socket: cellctl.socketPath)
    defer { running.process.terminate() }
    let errors = LineReader(running.errors.fileHandleForReading)
    let results = LineReader(running.output.fileHandleForReading)
    func next(_ index: Int) throws {
      _ = try script("waiting", "\(folder.path)/\(index)")
      rename("\(folder.path)/waiting", "\(folder.path)/next")
    }
    for index in 0...1 {
      try next(index)
      #expect(results.next().contains("revision"))
    }
    try next(2)
    #expect(errors.next().contains("guessed --at items --id id --map 'title={name}"))
    #expect(results.next().contains(#""inserted":1"#))
    #expect(try cellctl.texts("title", of: "jobs") == ["one"])
    // An empty list is one.
    try next(3)
    #expect(results.next().contains(#""removed":1"#))
    try next(4)
    #expect(results.next().contains(#""inserted":1"#))
    #expect(try cellctl.texts("title", of: "jobs") == ["two"])
    for index in 5...7 {
      try next(index)
      var line = errors.next()
      while line.hasPrefix("  ") { line = errors.next() }
      #expect(line.contains("does not fit what was guessed at the first run"), "\(line)")
    }
    #expect(try cellctl.texts("title", of: "jobs") == ["two"])
  }

  @Test func `a command of --every ends with cellctl, and no two run at a time`() throws {
    let cellctl = try CellctlSession()
    let tool = try script(
      "tool",
      """
      #!/bin/sh
      mkdir '\(folder.path)/lock' || echo two >> '\(folder.path)/overlaps'
      echo $$ > '\(folder.path)/id'; echo run >> '\(folder.path)/runs'
      sleep 0.05; rmdir '\(folder.path)/lock'
      test "$(wc -l < '\(folder.path)/runs')" -lt 5 || { sleep 1000 & wait; }
      echo '{"id":1,"title":"x"}'
      """)
    let running = try CellctlProcess.start(
      ["push", "jobs", "--every", "1ms", "--", tool], socket: cellctl.socketPath)
    #expect(eventually { content("runs").split(separator: "\n").count == 5 && runs("id") })
    #expect(content("overlaps").isEmpty)
    running.process.terminate()
    running.process.waitUntilExit()
    #expect(eventually { !runs("id") })
  }
}

/// Reads lines as they come.
private final class LineReader {
  private let file: FileHandle
  private var rest = Data()

  init(_ file: FileHandle) { self.file = file }

  /// The next line; empty at the end.
  func next() -> String {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let piece = file.availableData
      guard !piece.isEmpty else { return "" }
      rest += piece
    }
  }
}
