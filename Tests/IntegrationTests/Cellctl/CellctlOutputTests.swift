import Foundation
import Testing

/// Forms of output, what is reported beside the rows, and the pager.
@Suite struct CellctlOutputTests {
  private static let cells = #"""
    {"id":"a","title":"Pump","description":"multi\nline","icons":["warnung"]}
    {"id":"b","title":"Lift","icons":["warnung"]}
    """#

  @Test func `ids and null-terminated rows are for programs`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    let rows = try session.run("rows", "jobs", "--width", "30").output
    let items = try session.run("rows", "jobs", "--width", "30", "-o", "null")
    #expect(items.output == items.output.split(separator: "\0").map { "\($0)\0" }.joined())
    let parts = items.output.split(separator: "\0").map {
      $0.split(separator: "\t", maxSplits: 1).map(String.init)
    }
    #expect(parts.map { $0[0] } == ["a", "b"])
    #expect(parts.map { $0[1] + "\n" }.joined() == rows)
    #expect(parts[0][1].contains("\n"))
    let ids = try session.run("rows", "jobs", "-o", "ids")
    #expect(ids.output == "a\nb\n" && ids.errors.isEmpty)
    #expect(try session.run("rows", "jobs", "-o", "ids", "--view", "main", "--start", "1").output == "b\n")
    #expect(try session.run("rows", "jobs", "-o", "ids", "--set", "unit=point").output == "a\nb\n")
    for arguments in [["--width", "30", "-o", "null"], ["-o", "ids"]] {
      let rendered = try CellctlProcess.run(["render"] + arguments, input: Self.cells)
      let pulled = try CellctlProcess.run(["rows", "jobs"] + arguments, socket: session.socketPath)
      #expect(rendered.output == pulled.output && rendered.status == 0)
    }
  }

  @Test func `diagnostics of rows are printed once, with their number`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    let rows = try session.run("rows", "jobs", "--width", "40")
    #expect(rows.errors.hasPrefix("cellctl: 2 cells: icons: "), "\(rows.errors)")
    #expect(rows.errors.split(separator: "\n").count == 1)
    #expect(try session.run("rows", "jobs", "--width", "40", "-o", "json").errors.isEmpty)
    #expect(try CellctlProcess.run(["render", "--width", "40"], input: Self.cells).errors == rows.errors)
    #expect(try session.run("rows", "jobs", "--format", "html").errors.contains("2 cells: "))
  }

  @Test func `rows are Markdown and Pango markup`() throws {
    let session = try CellctlSession()
    let cell = #"{"id":"1","title":"a*b<c","status":{"text":"S","state":"negative"}}"#
    try session.run("push", "jobs", input: cell)
    for (format, line) in [
      ("markdown", "- **a\\*b\\<c** — *S*\n"),
      ("pango", ##"<span weight="bold">a*b&lt;c</span>  <span foreground="#AA0808">S</span>\##n"##),
    ] {
      #expect(try session.run("rows", "jobs", "--format", format).output == line)
      #expect(try CellctlProcess.run(["render", "--format", format], input: cell).output == line)
      #expect(
        try session.run("rows", "jobs", "--format", format, "-o", "null").output == "1\t\(line.dropLast())\0")
    }
    #expect(
      try session.run("header", "jobs", "1", "--format", "markdown").output == "- **a\\*b\\<c** — *S*\n")
  }

  @Test func `an empty result is said`() throws {
    let session = try CellctlSession()
    let none = try session.run("sessions")
    #expect(none.status == 0 && none.output.isEmpty && none.errors == "no sessions\n")
    try session.run("push", "jobs", input: "")
    let rows = try session.run("rows", "jobs")
    #expect(rows.status == 0 && rows.output.isEmpty && rows.errors == "no cells in jobs\n")
    try session.run("push", "jobs", input: Self.cells)
    #expect(
      try session.run("rows", "jobs", "--start", "5").errors.contains(
        "from index 5 in jobs, which has 2 cells"))
    let noRows = try session.run("rows", "jobs", "--count", "0")
    #expect(noRows.status == 0 && noRows.errors == "no rows, as --count is 0; jobs has 2 cells\n")
    let part = try session.run("rows", "jobs", "--start", "5", "--where", "title=Pump")
    #expect(part.errors == "no rows from index 5 in jobs, which has 1 row in this view\n")
    #expect(try session.run("sessions", "x").errors == "no sessions that start with x\n")
  }

  @Test func `settings and counters are cells on a terminal, and lines in a pipe`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    for columns in [30, 100] {
      let info = try Self.run(["info", "jobs"], lines: 40, session, [:], columns: columns).text
        .split(separator: "\n").map(String.init)
      #expect(info.first == "jobs")
      #expect(info.allSatisfy { $0.count <= columns }, "\(info)")
      #expect(info.joined().contains("count\u{A0}2") || info.joined().contains("count 2"), "\(info)")
      let stats = try Self.run(["stats"], lines: 40, session, [:], columns: columns).text
      for heading in ["daemon\n", "user\n", "caller\n"] { #expect(stats.contains(heading), "\(stats)") }
    }
    #expect(try session.run("info", "jobs").lines.first == "session           jobs")
    #expect(try session.run("stats").output.contains("daemon.requests"))
  }

  @Test func `a table that is wider than the terminal is shown as object cells`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    let wide = try Self.run(["sessions"], lines: 20, session, [:], columns: 80).text
    #expect(wide.hasPrefix("SESSION  CELLS") && wide.split(separator: "\n").count == 3)
    let narrow = try Self.run(["sessions"], lines: 20, session, [:], columns: 30).text.split(separator: "\n")
    #expect(narrow.first == "jobs" && narrow.allSatisfy { $0.count <= 30 })
    #expect(narrow.joined().contains("cells 2") && narrow.joined().contains("selection none"))
    #expect(try session.run("sessions").lines.first?.hasPrefix("SESSION") == true)
  }

  @Test(arguments: [true, false])
  func `nothing is lost in a full pipe whose writes do not wait`(isPlain: Bool) throws {
    let session = try CellctlSession()
    try session.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    let count = 2000
    let run = try CellctlProcess.start(
      isPlain ? ["watch", "s", "--plain"] : ["push", "s", "--partial"],
      input: String(repeating: isPlain ? "nonsense\n" : #"{"id":"b","titel":"B"}"# + "\n", count: count),
      socket: session.socketPath, outputBlocks: false)
    let pipe = (isPlain ? run.output : run.errors).fileHandleForReading
    // Nothing reads until the pipe is full, or everything was lost.
    #expect(
      eventually {
        var unread: Int32 = 0
        return ioctl(pipe.fileDescriptor, UInt(FIONREAD), &unread) == 0 && unread > 60_000
          || !run.process.isRunning
      })
    let text = String(decoding: pipe.readDataToEndOfFile(), as: UTF8.self)
    run.process.waitUntilExit()
    let sentence = isPlain ? "there is no command" : ": titel"
    #expect(text.split(separator: "\n").count { $0.contains(sentence) } == count)
  }

  @Test func `a width without effect is said`() throws {
    let run = try CellctlProcess.run(
      ["render", "--no-trunc", "--width", "5"], input: #"{"id":1,"title":"A long title"}"#)
    #expect(run.output == "A long title\n" && run.errors.contains("--no-trunc wins over --width"))
  }

  @Test(arguments: [
    ([:], true), (["CLICOLOR": "0"], false), (["CLICOLOR": "1"], true), (["NO_COLOR": "1"], false),
    (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true), (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
  ])
  func `variables turn colours off on a terminal`(variables: [String: String], isColored: Bool) throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: #"{"id":"a","title":"Pump"}"#)
    let terminal = try PseudoTerminal(columns: 40, lines: 10)
    let environment = ["NO_COLOR": ""].merging(variables) { $1 }
    let process = try terminal.start(["rows", "jobs"], socket: session.socketPath, environment: environment)
    process.waitUntilExit()
    #expect(terminal.wait(for: "Pump"))
    #expect(terminal.text.contains("\u{1B}[") == isColored)
  }

  @Test func `a narrow terminal gets values on several lines, broken between words`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: #"{"id":"a","title":"Pump"}"#)
    let terminal = try PseudoTerminal(columns: 30, lines: 90)
    try terminal.start(["presets"], socket: session.socketPath).waitUntilExit()
    #expect(terminal.wait(for: "Terraform"))
    #expect(terminal.text.contains("title Processes, the busiest\r\nfirst · program ps"), "\(terminal.text)")
    try terminal.start(["info", "jobs"], socket: session.socketPath).waitUntilExit()
    #expect(terminal.wait(for: "selectionActions none"))
  }

  /// A pager that frames its input, and ends early if it is asked to.
  private static func pager(_ script: String, in session: CellctlSession) throws -> String {
    let path = URL(fileURLWithPath: session.socketPath).deletingLastPathComponent().appendingPathComponent(
      "pager")
    try "#!/bin/sh\n\(script)\n".write(to: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    return path.path
  }

  private static func run(
    _ arguments: [String], lines: Int, _ session: CellctlSession, _ environment: [String: String],
    columns: Int = 40
  ) throws -> (status: Int32, text: String) {
    let terminal = try PseudoTerminal(columns: columns, lines: lines)
    let process = try terminal.start(arguments, socket: session.socketPath, environment: environment)
    process.waitUntilExit()
    // Everything that the process wrote is read before this mark.
    terminal.echo("[end]")
    _ = terminal.wait(for: "[end]")
    return (process.terminationStatus, terminal.text.replacing("\r\n", with: "\n"))
  }

  @Test func `rows that are longer than the screen go through the pager`() throws {
    let session = try CellctlSession()
    let cells = (1...20).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    try session.run("push", "jobs", input: cells)
    let pager = try Self.pager("echo \"<$#\"; cat; echo '>'", in: session)
    func shown(
      _ environment: [String: String], _ arguments: [String] = ["rows", "jobs"], lines: Int = 10
    ) throws -> String {
      let (status, text) = try Self.run(arguments, lines: lines, session, environment)
      #expect(status == 0, "\(text)")
      return text
    }
    let all = (1...20).map { "Job \($0)\n" }.joined()
    #expect(try shown(["CELLCTL_PAGER": pager]) == "<0\n\(all)>\n[end]")
    #expect(try shown(["CELLCTL_PAGER": "\(pager) a b"]) == "<2\n\(all)>\n[end]")
    #expect(try shown(["PAGER": pager]) == "<0\n\(all)>\n[end]")
    #expect(try shown(["CELLCTL_PAGER": "", "PAGER": pager]) == "\(all)[end]")
    #expect(try shown(["CELLCTL_PAGER": "cat", "PAGER": pager]) == "\(all)[end]")
    #expect(try shown(["CELLCTL_PAGER": "/nonexistent/pager"]) == "\(all)[end]")
    #expect(try shown(["CELLCTL_PAGER": pager, "TERM": "dumb"]) == "\(all)[end]")
    #expect(try shown(["CELLCTL_PAGER": pager], lines: 21) == "\(all)[end]")
    #expect(try shown(["CELLCTL_PAGER": pager], ["rows", "jobs", "--no-pager"]) == "\(all)[end]")
    #expect(try shown(["CELLCTL_PAGER": pager], ["rows", "jobs", "-o", "ids"]).hasPrefix("1\n"))
    #expect(
      try shown(["CELLCTL_PAGER": pager], ["rows", "jobs", "--count", "3"]) == "Job 1\nJob 2\nJob 3\n[end]")
  }

  @Test func `render and header use the pager too`() throws {
    let session = try CellctlSession()
    let cell =
      #"{"id":"1","title":"Pump","subtitle":"S","footnote":"F","description":"A\nB\nC\nD","tags":["t"]}"#
    try session.run("push", "jobs", input: cell)
    let pager = try Self.pager("echo '<'; cat; echo '>'", in: session)
    let file = URL(fileURLWithPath: session.socketPath).deletingLastPathComponent().appendingPathComponent(
      "cells")
    try cell.write(to: file, atomically: true, encoding: .utf8)
    for arguments in [["header", "jobs", "1"], ["render", file.path]] {
      let paged = try Self.run(arguments, lines: 2, session, ["CELLCTL_PAGER": pager]).text
      #expect(paged.hasPrefix("<\n") && paged.hasSuffix(">\n[end]"), "\(paged)")
      let plain = try Self.run(arguments + ["--no-pager"], lines: 2, session, ["CELLCTL_PAGER": pager]).text
      #expect(plain.contains("Pump") && !plain.contains("<"))
    }
  }

  @Test func `a pager that is left early is not an error`() throws {
    let session = try CellctlSession()
    let cells = (1...20_000).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    try session.run("push", "jobs", input: cells)
    let pager = try Self.pager("head -n 1", in: session)
    let run = try Self.run(["rows", "jobs"], lines: 10, session, ["CELLCTL_PAGER": pager])
    #expect(run.status == 0 && run.text == "Job 1\n[end]", "\(run.text.prefix(200))")
  }
}
