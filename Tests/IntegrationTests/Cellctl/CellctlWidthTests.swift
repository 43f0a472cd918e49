import Foundation
import Testing

/// cellctl asks its terminal how it counts columns, if a row needs it.
@Suite(.serialized) struct CellctlWidthTests {
  private let cellctl: CellctlSession
  private let runtime: String

  init() throws {
    cellctl = try CellctlSession()
    runtime = try DaemonProcess.makeDirectory()
  }

  private static let bengali = #"{"id":"1","title":"স্ত্রী","status":"Open"}"#
  private static let hebrew = #"{"id":"1","title":"דוח","status":"פתוח"}"#

  private func run(
    _ command: String, _ answer: ScriptedTerminal.Answer, typed: String = "", early: String = "",
    columns: Int = 40
  ) throws -> ScriptedTerminal.Result {
    try ScriptedTerminal.run(
      command, answer, typed: typed, early: early, columns: columns, socket: cellctl.socketPath,
      environment: ["XDG_RUNTIME_DIR": runtime])
  }

  private func render(_ record: String, _ options: String = "") -> String {
    "printf '%s\\n' '\(record)' | cellctl render - \(options)"
  }

  /// The row with the status `Open`, and the column that it ends in by the model.
  private func spaces(_ result: ScriptedTerminal.Result) -> Int? {
    result.output.split(separator: "\r\n").last { $0.contains("Open") }?.count { $0 == " " }
  }

  @Test func `the model follows the terminal`() throws {
    #expect(try spaces(run(render(Self.bengali), .grapheme)) == 34)
    #expect(try spaces(run(render(Self.bengali), .wcwidth)) == 32)
    #expect(try spaces(run(render(Self.bengali), .nothing)) == 32)
    #expect(try spaces(run(render(Self.bengali), .bare)) == 32)
    #expect(try spaces(run(render(Self.bengali), .wrong)) == 32)
  }

  @Test func `rows of a daemon follow the terminal, too`() throws {
    try cellctl.run("push", "jobs", input: Self.bengali)
    #expect(try spaces(run("cellctl rows jobs", .grapheme)) == 34)
    #expect(try spaces(run("cellctl rows jobs", .wcwidth)) == 32)
    try cellctl.run("view", "jobs", "--view", "narrow", "--set", "widthModel=wcwidth", "--width", "40")
    let viewed = try run("cellctl rows jobs --view narrow", .grapheme)
    #expect(spaces(viewed) == 32)
    #expect(
      viewed.output.contains("the view narrow has the width model wcwidth; this terminal fits grapheme"))
  }

  @Test func `only rows that need it ask, and an option or a pipe asks nothing`() throws {
    #expect(try run(render(#"{"id":"1","title":"Pump 漢字 é","status":"Open"}"#), .grapheme).questions == 0)
    // A field that is not shown does not matter.
    #expect(try run(render(#"{"id":"1","title":"A","data":{"x":"স্ত্রী"}}"#), .grapheme).questions == 0)
    #expect(try run(render(Self.bengali, "--set widthModel=wcwidth"), .grapheme).questions == 0)
    #expect(try run("TERM=dumb; \(render(Self.bengali))", .grapheme).questions == 0)
    let piped = try run("{ \(render(Self.hebrew)); } | cat", .grapheme)
    #expect(piped.questions == 0 && !piped.output.contains("\u{2068}"))
    // In the background.
    #expect(try run("set -m; { \(render(Self.bengali)); } & wait", .grapheme).questions == 0)
    #expect(try run(render(Self.bengali), .grapheme).questions == 1)
    #expect(try run(render(Self.hebrew), .grapheme).questions == 1)
  }

  @Test(arguments: [ScriptedTerminal.Answer.grapheme, .nothing])
  func `the answer is kept for the session of a terminal`(answer: ScriptedTerminal.Answer) throws {
    let twice = "\(render(Self.bengali)); \(render(Self.bengali))"
    #expect(try run(twice, answer).questions == 1)
    // Another session asks again, even on a device with the same number.
    #expect(try run(twice, answer).questions == 1)
    let none = "unset XDG_RUNTIME_DIR; \(twice)"
    #expect(try run(none, answer).questions == 2)
  }

  @Test func `isolates are written if the terminal hides them`() throws {
    #expect(try run(render(Self.hebrew), .wcwidth).output.contains("\u{2068}דוח\u{2069}"))
    #expect(try !run(render(Self.hebrew), .drawnIsolates).output.contains("\u{2068}דוח"))
    #expect(try !run(render(Self.hebrew), .nothing).output.contains("\u{2068}דוח"))
    #expect(try !run(render(Self.hebrew, "--set isolates=false"), .wcwidth).output.contains("\u{2068}דוח"))
  }

  @Test(arguments: [ScriptedTerminal.Answer.grapheme, .nothing, .wrong])
  func `what is typed meanwhile is not lost`(answer: ScriptedTerminal.Answer) throws {
    let result = try run(
      "\(render(Self.bengali)); read -r line; echo \"got <$line>\"", answer, typed: "next\n")
    #expect(result.output.contains("got <next>"), "\(result.output)")
  }

  @Test func `nothing is asked while input waits`() throws {
    let result = try run(
      "sleep 0.3; \(render(Self.bengali)); read -r line; echo \"got <$line>\"", .grapheme, early: "next\n")
    #expect(result.questions == 0 && result.output.contains("got <next>"), "\(result.output)")
  }
}
