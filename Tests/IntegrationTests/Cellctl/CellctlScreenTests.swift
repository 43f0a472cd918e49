import Foundation
import Testing

/// The places of rows and signs on the screen of `cellctl watch`.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled)) struct CellctlScreenTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  private func watch(
    _ records: String..., options: String = "", columns: Int, lines: Int = 8,
    environment: [String: String] = [:]
  ) throws -> TmuxTerminal {
    try cellctl.run("push", "jobs", input: records.joined(separator: "\n"))
    let terminal = try TmuxTerminal(
      "cellctl watch jobs \(options)", socket: cellctl.socketPath, columns: columns, lines: lines,
      environment: environment)
    #expect(terminal.wait { $0.last?.contains("jobs") == true })
    return terminal
  }

  @Test(arguments: [("--width 100", ""), ("--no-trunc", "x"), ("--width 100 --color always", "")])
  func `rows wider than the window are cut at its edge, and scroll sideways`(
    options: String, filling: String
  ) throws {
    let title = "Job " + String(repeating: filling, count: 90)
    let terminal = try watch(
      #"{"id":"a","title":"\#(title)","status":"Open"}"#, options: options, columns: 60)
    #expect(
      terminal.wait {
        $0.first?.count == 60 && $0.first?.hasPrefix("▌ Job") == true && $0.first?.last == "…"
      },
      "\(terminal.lines)")
    #expect(!terminal.lines[0].contains("Open"))
    for _ in 0..<5 { try terminal.press("Right") }
    #expect(
      terminal.wait { $0.first?.hasPrefix("▌ …") == true && $0.first?.hasSuffix("Open") == true },
      "\(terminal.lines)")
    #expect(terminal.lines[0].count == 60)
    for _ in 0..<5 { try terminal.press("Left") }
    #expect(terminal.wait { $0.first?.hasPrefix("▌ Job") == true })
    try terminal.press("q")
    #expect(terminal.wait(for: "ended with 0"))
  }

  @Test func `a cluster whose width terminals disagree on moves nothing after it`() throws {
    let terminal = try watch(
      #"{"id":"a","title":"👍🏽 Anna 👨‍👩‍👧","status":"aktiv"}"#, #"{"id":"b","title":"Bo 👍🏽"}"#,
      columns: 40)
    #expect(
      terminal.wait { $0.first?.contains("Anna") == true && $0.first?.hasSuffix(" aktiv") == true },
      "\(terminal.lines)")
  }

  @Test func `signs are at the leading edge of a mirrored list`() throws {
    try cellctl.run("push", "jobs", input: "")
    try cellctl.run("configure", "jobs", "--selection", "multiple")
    let terminal = try watch(
      #"{"id":"a","title":"Job 0"}"#, #"{"id":"b","title":"Job 1"}"#, options: "--set direction=rtl",
      columns: 30)
    let indent = String(repeating: " ", count: 23)
    #expect(
      terminal.wait { Array($0.prefix(2)) == [indent + "Job 0 ▌", indent + "Job 1"] }, "\(terminal.lines)")
    try terminal.press("Space")
    #expect(terminal.wait { $0.first == indent + "Job 0✓▌" }, "\(terminal.lines)")
    try terminal.press("a")
    #expect(terminal.wait { $0.first == indent + "Job 0" && $0[2] == indent.dropFirst(2) + "Open  1 ▌" })
  }

  @Test func `a selected row and an unread one have different signs of ASCII`() throws {
    let terminal = try watch(
      #"{"id":"a","title":"Job 0"}"#, #"{"id":"b","title":"Job 1","unread":true}"#,
      options: "--set glyphs=ascii", columns: 30)
    try cellctl.run("configure", "jobs", "--selection", "multiple")
    try terminal.press("Space")
    #expect(terminal.wait { Array($0.prefix(2)) == [">+  Job 0", "  * Job 1"] }, "\(terminal.lines)")
  }
}
