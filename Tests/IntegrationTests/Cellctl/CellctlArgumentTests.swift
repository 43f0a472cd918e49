import Foundation
import Testing

/// Arguments that contradict each other, that are parts of a member, or that are not valid.
@Suite struct CellctlArgumentTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
    #expect(try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#).status == 0)
  }

  private func run(_ arguments: [String], input: String? = nil) throws -> CellctlProcess {
    try CellctlProcess.run(arguments, input: input, socket: cellctl.socketPath)
  }

  // MARK: Parts of members

  private func member(_ name: String, of view: String) throws -> [String: String] {
    let result = try cellctl.object(cellctl.run("view", "s", "--view", view, "-o", "json").output)
    return (result[name] as? [String: Any] ?? [:]).mapValues { "\($0)" }
  }

  @Test func `parts of a member are set one by one`() throws {
    func change(_ arguments: String...) throws {
      let run = try run(["view", "s", "--view", "v"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
    }
    try change("font.size=20")
    #expect(try member("font", of: "v") == ["size": "20"])
    try change("font={\"family\":\"fixed\"}", "font.weight=700")
    #expect(try member("font", of: "v") == ["family": "fixed", "weight": "700"])
    try change("--set", "font.size=16", "truncation.title=head")
    #expect(try member("font", of: "v") == ["family": "fixed", "weight": "700", "size": "16"])
    try change("truncation.subtitle=middle", "font.weight=null")
    #expect(try member("truncation", of: "v") == ["title": "head", "subtitle": "middle"])
    #expect(try member("font", of: "v") == ["family": "fixed", "size": "16"])
    try change("font.size=null", "font.family=null")
    #expect(try member("font", of: "v").isEmpty)
    try change("font=fixed")
    try change("font.size=18")
    #expect(try member("font", of: "v") == ["family": "fixed", "size": "18"])
  }

  @Test func `a part of a member can be set for one command`() throws {
    let rows = try run([
      "rows", "s", "--set", "unit=point", "--set", "font=fixed", "--set", "font.size=32", "--format",
      "frames",
    ])
    #expect(rows.status == 0 && rows.output.contains("\"size\":32"), "\(rows.errors)\(rows.output)")
    let wrong = try run(["rows", "s", "--set", "unit=point", "--set", "font.sice=32"])
    #expect(wrong.status == 2 && wrong.errors.contains("font.sice: Unknown member"), "\(wrong.errors)")
  }

  // MARK: Options that win

  @Test(arguments: [
    (["--no-trunc", "--set", "width=5"], "--no-trunc wins over --set width=5: nothing is cut"),
    (["--no-trunc", "--set", "statusWidth=4"], "--no-trunc wins over --set statusWidth=4: nothing is cut"),
    (["--no-trunc", "--width", "5"], "--no-trunc wins over --width: rows are as wide as their content"),
    (["--no-trunc", "--set", "width=unlimited"], nil), (["--width", "60", "--set", "width=60"], nil),
    (["--width", "60", "--set", "width=9"], "--width wins over --set width=9"),
    (["--class", "expanded", "--set", "widthClass=compact"], "--class wins over --set widthClass=compact"),
    (["--profile", "compose", "--set", "profile=ios"], "--profile wins over --set profile=ios"),
  ])
  func `an option of its own wins over --set, and a note names it`(arguments: [String], note: String?) throws
  {
    let cell = #"{"id":"a","title":"A title of many words","status":"Open for long"}"#
    let run = try run(["render"] + arguments, input: cell)
    let lines = run.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines == ["A title of many words Open for long"], "\(run.errors)")
    #expect(run.errors == (note.map { "cellctl: \($0)\n" } ?? ""))
  }

  // MARK: Names and values

  @Test(arguments: [
    (["push", ""], "cellctl: session: Expected a name of 1 to 256 bytes, got 0 bytes.\n"),
    (["push", "--replace", ""], "cellctl: session: Expected a name of 1 to 256 bytes, got 0 bytes.\n"),
    (
      ["push", "bad\nname"],
      "cellctl: session: Expected a name without control characters, got one at byte 3.\n"
    ),
    (["rows", ""], "cellctl: session: Expected a name of 1 to 256 bytes, got 0 bytes.\n"),
    (["rows", "s", "--view", ""], "cellctl: view: Expected a name of 1 to 256 bytes, got 0 bytes.\n"),
    (["push", "s", "--position", "before:"], "cellctl: Expected a name of 1 to 256 bytes, got 0 bytes.\n"),
  ])
  func `a name that is not valid is a usage error`(arguments: [String], message: String) throws {
    let run = try run(arguments, input: #"{"id":"b","title":"B"}"#)
    #expect(run.status == 2)
    #expect(run.errors == message)
  }

  @Test func `a wrong cell is bad data`() throws {
    let run = try run(["push", "s"], input: #"{"id":"","title":"B"}"#)
    #expect(run.status == 5 && run.errors.hasPrefix("cellctl: line 1: "), "\(run.errors)")
  }

  @Test(arguments: [
    (["move", "s", "a", "--to", "-1"], "--to must be start, end, or an index from 0"),
    (["push", "s", "--position", "-1"], "The value '-1' is invalid for '--position <position>'"),
    (
      ["rows", "s", "--group", "-title"], "--group -title: there is no field '-title'; did you mean 'title'?"
    ),
    (
      ["rows", "s", "--view", "-x"],
      "'-x' after --view begins with a dash, as options do; if it is the value, write --view=-x"
    ),
    (["push", "s", "--id", "-1"], "'-1' after --id begins with a dash"),
    (["rows", "s", "--view", "--width", "3"], "Missing value for '--view <name>'"),
    (["rows", "s", "--view"], "Missing value for '--view <name>'"),
  ])
  func `a value that begins with a dash is named`(arguments: [String], sentence: String) throws {
    let run = try run(arguments, input: "")
    #expect(run.status == 2)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }
}
