import Foundation
import Testing

/// Wrong calls, their messages and exit codes, and the output that needs no daemon.
@Suite struct CellctlUsageTests {
  @Test(arguments: [
    (["psuh"], "Did you mean 'push'?"),
    (["list"], "Did you mean 'sessions'?"), (["--versoin"], "Did you mean '--version'?"),
    (["--sokcet=/tmp/x", "rows"], "Did you mean '--socket'?"),
    (["rows"], "<session>"),
    (["watch", "--every", "2s", "--"], "--every needs a command after --, or the name of a preset"),
    (["rows", "s", "--widht", "3"], "Did you mean '--width'?"),
    (["rows", "s", "--width", "wide"], "'wide'"),
    (["rows", "s", "--view", "main", "--width", "3"], "--view"),
    (["rows", "s", "--format", "spans", "-o", "text"], "-o json"),
    (["class", "s", "compcat"], "compact"),
    (["watch", "s", "-o", "json"], "-o ndjson"),
    (["remove", "s"], "--all"),
    (["move", "s", "a"], "--before"),
    (["move", "s", "a", "--position", "end"], "unknown option '--position'"),
    (["move", "s", "a", "--befroe=b"], "unknown option '--befroe'; did you mean '--before'?"),
    (["show", "ps", "--host", "ssh://a"], "'show' uses no daemon of another machine; leave --host out"),
    (["--host=ssh://a", "render", "x.json"], "'render' uses no daemon of another machine"),
    (["presets", "--socket", "/s"], "'presets' has no daemon to choose; leave --socket out"),
    (["rows", "s", "--view", "-x"], "if it is the value, write --view=-x"),
    (["get", "s", "-5"], "'-5' is not an option; write -- before ids that begin with a dash"),
    (["push", "s", "--keep", "-1"], "--keep must be at least 1"),
    (["wait", "s", "--cells", "-1"], "--cells must be 0 or more"),
    (["ping", "--timeout", "-1"], "--timeout must be a number of seconds above 0 and below 1e9"),
    (["ping", "--timeout", "1e99"], "below 1e9"),
    (["push", "s", "--preset", "ps", "--every", "1e99h"], "'1e99h'"),
    (["push", "s", "--map", "titel={name}"], "Did you mean 'title'?"),
    (["push", "s", "--map", "title={name"], "not closed"),
    (["push", "s", "--map", "title"], "template"),
    (["push", "s", "--map", "title={a},status/sate={b}"], "Did you mean 'state'?"),
    (["push", "s", "--map", "title/text={a}"], "'title' has no member 'text'"),
    (["push", "s", "--replace", "--partial"], "--partial"),
    (["help", "mappign"], "Did you mean 'mapping'?"),
    (["help", "formats", "svg"], "unexpected argument 'svg'"),
    (["help", "puhs", "all"], "Did you mean 'push'?"),
    (["patch", "s", "a", "tilte=x"], "Did you mean 'title'?"),
    (["ping", "--timeout", "0"], "--timeout"),
    (["rows", "s", "--width", "-1"], "'-1'"),
    (["rows", "s", "--start", "-1"], "from 0"),
    (["rows", "s", "--count", "9007199254740993"], "from 0"),
    (["watch", "s", "--start", "9223372036854775807"], "from 0"),
    (["view", "s", "widthClas=compact"], "Did you mean 'widthClass'?"),
    (["view", "s", "--foo", "bar"], "'--foo'"),
    (["view", "s", "--veiw", "side"], "Did you mean '--view'?"),
    (["view", "s", "--width", "wide"], "'wide'"),
    (["view", "s", "--delete", "--view", "v", "--width", "40"], "no members"),
    (["rows", "s", "-o", "ids", "--format", "text"], "omit --format"),
    (["rows", "s", "-o", "null", "--format", "spans"], "format of lines"),
    (["watch", "s", "-o", "null"], "'null'"),
    (["get", "s"], "<id>"),
    (["get", "s", "a", "--member", "title", "-o", "json"], "--member"),
    (["get", "s", "a", "--member", "titel"], "Did you mean 'title'?"),
    (["configure", "s"], "--selection multiple"),
    (["explain", "status.sate"], "Did you mean 'state'?"),
    (["explain", "stauts"], "Did you mean 'status'?"),
    (["explain", "environment.widht"], "Did you mean 'width'?"),
    (["explain", "title.text"], "'title' has no members"),
    (["--socket", "/nonexistent"], "a command is missing"),
    (["--sokcet", "x", "ping"], "--sokcet"),
    (["view", "s", "40"], "'40' is not member=value"),
    (["rows", "s", "--format", "html", "--zoom", "2"], "--zoom needs --format png"),
  ])
  func `a wrong call exits with 2, and standard error names the fix`(
    arguments: [String], sentence: String
  ) throws {
    let run = try CellctlProcess.run(arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `every member of an environment in the help can be set`() throws {
    let lines = try CellctlProcess.run(["help", "environment"]).lines.prefix { !$0.hasPrefix("Font:") }
    let members = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  --") }
      .compactMap { $0.split(separator: " ").first }
    #expect(members.count > 25)
    let run = try CellctlProcess.run(
      ["render"] + members.flatMap { ["--set", "\($0)=null"] }, input: #"{"id":"a","title":"A"}"#)
    #expect(run.output == "A\n", "\(run.errors)")
  }

  @Test(arguments: [
    (
      ["theme=blue"], 2,
      #"theme: Unknown value "blue"; use one of light, dark, highContrastLight, highContrastDark."#
    ),
    (
      ["unit=point", "font={\"size\":\"large\"}"], 2,
      #"font.size: Expected a number from 1 to 1000, got "large"."#
    ),
    (["unit=point", "font=No\u{1B}[31mSuch"], 1, "The font family \"No\u{FFFD}[31mSuch\" is not installed"),
  ])
  func `an error names the member of the environment`(members: [String], status: Int32, sentence: String)
    throws
  {
    let run = try CellctlProcess.run(
      ["render", "--format", "frames"] + members.flatMap { ["--set", $0] },
      input: #"{"id":"a","title":"A"}"#)
    #expect(run.status == status)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test func `records that are not cells get a hint at --map`() throws {
    let record = #"{"id":"a","name":"A"}"#
    let plain = try CellctlProcess.run(["render", "--no-guess"], input: record)
    #expect(plain.status == 5)
    #expect(plain.errors.contains("--map 'title={name}'"))
    let cell = #"{"id":"a","title":"A","status":{"state":"erorr"}}"#
    let wrong = try CellctlProcess.run(["render"], input: cell)
    #expect(wrong.status == 5)
    #expect(wrong.errors.hasPrefix("cellctl: line 1: status/state: "), "\(wrong.errors)")
    #expect(!wrong.errors.contains("--map"))
    let mapped = try CellctlProcess.run(["render", "--map", "subtitle={name}"], input: record)
    #expect(mapped.status == 5)
    #expect(!mapped.errors.contains("--map"))
  }

  @Test(arguments: [
    "cell", "cells", "states", "environment", "exit-codes", "formats", "host", "icons", "mapping",
  ])
  func `help topics are printed`(topic: String) throws {
    let run = try CellctlProcess.run(["help", topic])
    #expect(run.status == 0)
    #expect(run.lines.count > 5)
    #expect(run.errors.isEmpty)
  }

  @Test func `the help lists every command`() throws {
    let run = try CellctlProcess.run(["--help"])
    #expect(run.status == 0)
    for command in [
      "push", "rows", "watch", "serve", "class", "view", "sessions", "info", "remove", "move", "patch",
      "drop",
      "select",
      "act", "stats", "ping", "render", "call", "demo", "doctor", "completion", "get", "export", "configure",
      "wait", "explain", "version",
    ] {
      #expect(run.output.contains("\n  \(command)"), "\(command)")
    }
    #expect(run.output.contains("  sessions, ls ") && run.output.contains("  remove, rm "))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are printed, and bash accepts its script`(shell: String) throws {
    let run = try CellctlProcess.run(["completion", shell])
    #expect(run.status == 0)
    #expect(run.output.contains("cellctl"))
    // Topics and commands after `help`.
    #expect(run.output.contains("recipes"))
    guard shell == "bash" else { return }
    let bash = Process()
    let input = Pipe()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = ["-n"]
    bash.standardInput = input
    try bash.run()
    try input.fileHandleForWriting.write(contentsOf: Data(run.output.utf8))
    try input.fileHandleForWriting.close()
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
  }

  @Test(arguments: [
    (["get", "jobs", ""], ["a", "b"]), (["rows", "jobs", "--view", ""], ["main", "phone"]),
    (["rows", ""], ["jobs"]),
    (["explain", "status."], ["status.text", "status.icon", "status.state", "status.label"]),
    (["rows", "jobs", "--set", "wid"], ["width=", "widthClass=", "widthModel="]),
    (["rows", "jobs", "--format", "ma"], ["markdown"]),
    (["watch", "jobs", "--profile", "swift"], ["swiftui"]),
    (["conf"], ["configure"]), (["help", "re"], ["remove", "render", "relay", "recipes", "records"]),
    (["render", "--preset", "po"], ["podman", "pods"]),
  ])
  func `bash completes ids, views, members, formats, topics and presets`(
    words: [String], completions: [String]
  ) throws {
    let session = try CellctlSession()
    try session.run(
      "push", "jobs", input: #"[{"id":"a","title":"A"},{"id":"b","title":"B"},{"id":"$(x)","title":"C"}]"#)
    try session.run("view", "jobs", "--view", "phone", "--width", "40")
    let bash = Process()
    let output = Pipe()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments =
      [
        "-c",
        """
        source <(cellctl completion bash); COMP_WORDS=(cellctl "$@"); COMP_CWORD=$#; COMP_LINE="cellctl $*"
        COMP_POINT=${#COMP_LINE}; _cellctl cellctl "${@: -1}" "${COMP_WORDS[$# - 1]}"; printf '%s\\n' "${COMPREPLY[@]}"
        """, "bash",
      ] + words
    let folder = CellctlProcess.program.deletingLastPathComponent().path
    bash.environment = ["PATH": "\(folder):/usr/bin:/bin", "CELLD_SOCKET": session.socketPath]
    bash.standardOutput = output
    try bash.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    bash.waitUntilExit()
    #expect(text.split(separator: "\n").map(String.init) == completions)
  }

  @Test(arguments: [["--version"], ["-V"], ["version"], ["-o", "text", "version"]])
  func `the version names the protocol`(arguments: [String]) throws {
    let run = try CellctlProcess.run(arguments)
    #expect(run.status == 0)
    #expect(run.output.contains("protocol 1"))
  }

  @Test func `a script can read the version`() throws {
    #expect(try CellctlProcess.run(["version", "-o", "json"]).output.hasSuffix("\"protocol\":1}\n"))
  }

  @Test(arguments: [30, 40, 72, 100])
  func `help and usage errors are wrapped to the columns`(columns: Int) throws {
    let environment = ["COLUMNS": "\(columns)"]
    for arguments in [["--help"], ["rows", "--help"], ["help", "cell"], ["explain", "status"], ["rows"]] {
      let run = try CellctlProcess.run(arguments, environment: environment)
      // The sentence of an error is not wrapped, so that programs can find it.
      let lines = run.lines + run.errors.split(separator: "\n").dropFirst().map(String.init)
      #expect(lines.allSatisfy { $0.count <= columns }, "\(arguments)")
    }
    let wide = try CellctlProcess.run(["rows", "--help"], environment: ["COLUMNS": "300"])
    #expect(wide.lines.map(\.count).max() ?? 0 <= 100)
  }

  @Test func `help in a pipe has 80 columns`() throws {
    let widths = try CellctlProcess.run(["rows", "--help"], environment: ["COLUMNS": ""]).lines.map(\.count)
    #expect((70...80).contains(widths.max() ?? 0))
  }

  @Test func `a member is explained by type, values, meaning and example`() throws {
    let state = try CellctlProcess.run(["explain", "status.state"]).output
    for part in ["The semantic state.", "type", "positive", "Failed", #""state":"negative""#] {
      #expect(state.contains(part), "\(part)")
    }
    let width = try CellctlProcess.run(["explain", "environment/width"]).output
    #expect(width.contains("number from 0 or null") && width.contains("--set width=48"))
    #expect(try CellctlProcess.run(["explain"]).output.contains("  detailActions  "))
  }
}
