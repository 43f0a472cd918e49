import Foundation
import Testing

/// Rows that are printed, from a session and from `render`.
@Suite struct CellctlRowsTests {
  private let cellctl: CellctlSession
  private let long = String(repeating: "word ", count: 60) + "end"

  init() throws {
    cellctl = try CellctlSession()
  }

  private func pushTwo() throws {
    let input = """
      {"id":"a","title":"\(long)","subtitle":"\(long)","status":{"text":"Open","state":"critical"}}
      {"id":"b","title":"B"}
      """
    #expect(try cellctl.run("push", "s", input: input).status == 0)
  }

  @Test func `no line exceeds the width`() throws {
    try pushTwo()
    let run = try cellctl.run("rows", "s", "--width", "40")
    #expect(run.status == 0)
    #expect(run.lines.allSatisfy { $0.count <= 40 })
    #expect(run.output.contains("…"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func `a log with one long line is printed`() throws {
    let log = String(repeating: "step\\n", count: 100_000) + String(repeating: "A", count: 400_000)
    let run = try cellctl.run("render", input: #"{"id":"a","title":"Build","description":"\#(log)"}"#)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.utf8.count { $0 == UInt8(ascii: "\n") } > 100_000)
  }

  @Test func `a row beyond the limit is cut, with a warning`() throws {
    let input = #"{"id":"a","title":"x\#(String(repeating: "\\n", count: 300))x"}"#
    let run = try cellctl.run(
      "render", "--pad", "--width", "1000000", "--set", "lineLimits=none", input: input)
    #expect(run.status == 0 && run.output.utf8.count <= 4 << 20)
    #expect(run.errors == "cellctl: row \"a\" is longer than the limit 'row'; its last lines are missing\n")
  }

  @Test func `in a pipe nothing is truncated, and CELLCTL_WIDTH sets the width`() throws {
    try pushTwo()
    #expect(try cellctl.run("rows", "s").lines[0].contains(long))
    let narrow = try cellctl.run("rows", "s", environment: ["CELLCTL_WIDTH": "30"])
    #expect(narrow.lines.allSatisfy { $0.count <= 30 })
    let whole = try cellctl.run("rows", "s", "--no-trunc", environment: ["CELLCTL_WIDTH": "30"])
    #expect(whole.lines[0].contains(long))
    #expect(try cellctl.run("rows", "s", environment: ["CELLCTL_WIDTH": "wide"]).status == 2)
  }

  @Test(arguments: [
    ([], [:], false), (["--color", "always"], [:], true), ([], ["CLICOLOR_FORCE": "1"], true),
    ([], ["CLICOLOR_FORCE": "0"], false), ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    (["--color", "always"], ["NO_COLOR": "1"], true), (["--color", "never"], ["CLICOLOR_FORCE": "1"], false),
    (["--format", "ansi"], [:], true), (["--format", "ansi"], ["NO_COLOR": "1"], false),
    (["--format", "ansi", "--color", "always"], ["NO_COLOR": "1"], true),
    (["--format", "ansi", "--color", "never"], ["CLICOLOR_FORCE": "1"], false),
  ])
  func `colour follows the option, then the environment`(
    options: [String], environment: [String: String], isColored: Bool
  ) throws {
    try pushTwo()
    let run = try CellctlProcess.run(
      ["rows", "s"] + options, socket: cellctl.socketPath, environment: environment)
    #expect(run.output.contains("\u{1B}[") == isColored)
  }

  @Test func `json is one value and ndjson one per line`() throws {
    try pushTwo()
    let json = try cellctl.run("rows", "s", "-o", "json")
    #expect(json.lines.count == 1)
    #expect((try cellctl.object(json.output)["rows"] as? [Any])?.count == 2)
    let ndjson = try cellctl.run("rows", "s", "-o", "ndjson")
    #expect(try ndjson.lines.map { try cellctl.object($0)["id"] as? String } == ["a", "b"])
    let spans = try cellctl.run("rows", "s", "--format", "spans")
    #expect(spans.lines.count == 2)
    #expect(try cellctl.object(spans.lines[0])["lines"] is [[Any]])
    let frames = try cellctl.run("rows", "s", "--format", "frames", "-o", "json")
    #expect(try cellctl.object(frames.output)["rows"] is [Any])
  }

  @Test func `every page of a long list is printed once`() throws {
    let records = (0..<12_000).map { #"{"id":"\#($0)","title":"Title \#($0)"}"# }
    try cellctl.run("push", "long", input: records.joined(separator: "\n"))
    #expect(try cellctl.run("rows", "long").lines == (0..<12_000).map { "Title \($0)" })
    #expect(
      try cellctl.run("rows", "long", "--start", "11990", "--count", "5").lines
        == (11_990..<11_995).map { "Title \($0)" })
    let json = try cellctl.object(cellctl.run("rows", "long", "-o", "json").output)
    #expect((json["rows"] as? [Any])?.count == 12_000)
    #expect(try cellctl.run("rows", "long", "--start", "50000").output.isEmpty)
  }

  @Test func `a shared view is changed by class and view, and rows follow it`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A","description":"\#(long)"}"#)
    #expect(try cellctl.run("view", "s", "width=120", "descriptionLines=2").status == 0)
    let wide = try cellctl.run("rows", "s", "--view", "main").lines
    #expect(try cellctl.run("class", "s", "compact").status == 0)
    let compact = try cellctl.run("rows", "s", "--view", "main").lines
    #expect(wide.count == 2)
    #expect(compact.count == 3)
    #expect(compact[0] == "A")
    #expect(try cellctl.run("rows", "s", "--view", "mian").status == 4)
    #expect(try cellctl.run("view", "s", "widht=3").status == 2)
    #expect(try cellctl.run("view", "s", "--view", "main").output.contains("descriptionLines   2"))
  }

  @Test func `the help topic has every member of an environment`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    let views = try cellctl.object(cellctl.run("view", "s", "-o", "json").output)["views"]
    let members = try #require((views as? [[String: Any]])?.first).keys
    #expect(members.count > 20)
    let help = try CellctlProcess.run(["help", "environment"]).output
    for member in members where !["view", "layout", "set", "count", "clock"].contains(member) {
      #expect(help.contains("\n  \(member) "), "\(member)")
    }
  }

  @Test func `json is one value for any number of rows`() throws {
    try cellctl.run("push", "a", input: "")
    try cellctl.run("push", "b", input: "")
    #expect(try cellctl.run("ping", "-n", "3", "-o", "json").lines.count == 1)
    #expect(try cellctl.run("ping", "-n", "3", "-o", "ndjson").lines.count == 3)
    #expect(try cellctl.run("sessions", "-o", "json").lines.count == 1)
    #expect(try cellctl.run("sessions", "-o", "ndjson").lines.count == 2)
    #expect(try cellctl.run("drop", "a", "b", "-o", "json").lines == [#"{"deleted":["a","b"]}"#])
  }

  @Test(arguments: ["text", "ansi"]) func `render prints the same as rows`(format: String) throws {
    let cells = """
      {"id":"a","title":"Pump station 7","subtitle":"\(long)","tags":["x","y"],"unread":true,"status":"Open"}
      {"id":"b","title":"漢字 👨\u{200D}👩\u{200D}👧","image":"AB","rating":3.5,"description":"\(long)"}
      """
    try cellctl.run("push", "s", input: cells)
    for width in ["0", "1", "20", "48", "110", "unlimited"] {
      let options = ["--width", width, "--format", format]
      let rows = try CellctlProcess.run(["rows", "s"] + options, socket: cellctl.socketPath)
      let rendered = try CellctlProcess.run(["render"] + options, input: cells)
      #expect(rendered.status == 0, "\(rendered.errors)")
      #expect(rendered.output == rows.output, "width \(width)")
    }
  }

  /// All formats go the same way: what they ask for, how they are written, and what is reported.
  @Test(arguments: [
    ("text", "text"), ("ansi", "text"), ("markdown", "text"), ("pango", "text"), ("svg", "text"),
    ("html", "text"),
    ("text", "null"), ("pango", "null"), ("markdown", "ndjson"), ("spans", "ndjson"), ("frames", "ndjson"),
    ("html", "ndjson"), ("ansi", "ndjson"),
  ])
  func `render and rows agree in all formats, thoroughly`(format: String, form: String) throws {
    let cells = (0..<600).map {
      #"{"id":"\#($0)","title":"Fan \#($0) מאוורר","subtitle":"b\u0007 <&> *x*","footnote":"c","#
        + #""icons":[{"text":"a"}],"status":["Hot","Loud","Old","\#($0 % 7)"]}"#
    }.joined(separator: "\n")
    // The title of a picture is the name of its session.
    try cellctl.run("push", "render", input: cells)
    for width in ["44", "unlimited"] {
      let options = ["--width", width, "--format", format, "-o", form, "--set", "split=0.3"]
      let rows = try CellctlProcess.run(["rows", "render"] + options, socket: cellctl.socketPath)
      let rendered = try CellctlProcess.run(["render"] + options, input: cells)
      #expect(rendered.output == rows.output)
      #expect(rendered.errors == rows.errors && rendered.status == 0)
      #expect(rows.errors.contains("600 cells: status: ") == (form != "ndjson"), "\(rows.errors)")
    }
  }

  @Test func `--color never and NO_COLOR win over --format ansi`() throws {
    try cellctl.run(
      "push", "s", input: #"{"id":"a","title":"A","status":{"text":"High","state":"negative"}}"#)
    let cells = #"{"id":"a","title":"A","status":{"text":"High","state":"negative"}}"#
    for command in [["rows", "s"], ["render"]] {
      func output(_ options: [String], _ environment: [String: String] = [:]) throws -> String {
        try CellctlProcess.run(
          command + ["--format", "ansi"] + options, input: cells, socket: cellctl.socketPath,
          environment: environment
        ).output
      }
      #expect(try output([]).contains("\u{1B}["))
      #expect(try output(["--color", "never"]) == "A  High\n")
      #expect(try output([], ["NO_COLOR": "1"]) == "A  High\n")
      #expect(try output(["--color", "always"], ["NO_COLOR": "1"]).contains("\u{1B}["))
      // JSON is data and has the requested format.
      #expect(try output(["--color", "never", "-o", "ndjson"]).contains("\\u001b["))
    }
  }

  @Test func `ping prints text to standard error, and data to standard output`() throws {
    let run = try cellctl.run("ping", "-n", "2")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").filter { $0.contains(" answered in ") }.count == 2)
    #expect(try cellctl.run("ping", "-o", "ndjson").errors.isEmpty)
  }

  @Test func `a reader that closes the pipe early is not an error`() throws {
    let records = (0..<20_000).map { #"{"id":"\#($0)","title":"Title \#($0)"}"# }
    let running = try CellctlProcess.start(
      ["render"], input: records.joined(separator: "\n"), socket: "/nonexistent")
    try running.output.fileHandleForReading.close()
    let errors = running.errors.fileHandleForReading.readDataToEndOfFile()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
    #expect(errors.isEmpty)
  }
}
