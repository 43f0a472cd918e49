import Foundation
import Testing

/// Runs of a command in `watch` and `pick`.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled)) final class CellctlRunScreenTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("r\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a program that prints the file `output`, and the file `errors` on standard error.
  private func tool() throws -> String {
    try say("[]")
    let file = folder.appendingPathComponent("tool")
    try """
    #!/bin/sh
    . '\(folder.path)/state'
    """.write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }

  /// Sets what the next runs print.
  private func say(_ output: String, errors: [String] = [], status: Int = 0) throws {
    let lines = errors.map { "echo '\($0)' >&2\n" }.joined()
    try "echo '\(output)'\n\(lines)exit \(status)\n"
      .write(to: folder.appendingPathComponent("state"), atomically: true, encoding: .utf8)
  }

  private func start(_ command: String, columns: Int, lines: Int = 24) throws -> TmuxTerminal {
    try TmuxTerminal(command, socket: "/nonexistent/celld.sock", columns: columns, lines: lines)
  }

  @Test(arguments: [30, 80, 200])
  func `a failed run keeps the rows, and its messages are above them`(columns: Int) throws {
    let tool = try tool()
    try say("", errors: ["no such host"], status: 6)
    let terminal = try start("cellctl watch --every 50ms -- \(tool)", columns: columns)
    // It replaces the sentence about an empty list.
    #expect(terminal.wait { $0.contains { $0.contains("no such host") } }, "\(terminal.lines)")
    #expect(!terminal.lines.joined().contains("these are the rows"))
    try say(#"[{"name":"web","state":"failed"},{"name":"db","state":"ok"}]"#)
    #expect(terminal.wait { $0.first?.hasPrefix("▌ web") == true && $0[1].hasSuffix("ok") })
    try say("", errors: (1...40).map { "message \($0)" }, status: 7)
    #expect(terminal.wait(for: "message 40"))
    let text = terminal.lines.joined(separator: " ")
    #expect(terminal.wait(cursorAt: "web"))
    #expect(text.contains("message 25") && !text.contains("message 20"), "\(text)")
    #expect(terminal.lines.first?.contains(": tool ended with") == true)
    // Another document with status 0.
    try say(#"{"error":"rate limited"}"#)
    #expect(terminal.wait { $0.joined().filter { $0 != " " }.contains("doesnotfit") })
    #expect(terminal.wait(cursorAt: "web"))
    // A list and a status.
    try say(#"[{"name":"web","state":"ok"}]"#, status: 3)
    #expect(
      terminal.wait { $0.first?.hasPrefix("▌ web") == true && $0.last?.contains("exit status 3") == true })
    try terminal.press("q")
    #expect(terminal.wait(for: "ended with 0"))
    #expect(terminal.lines.joined().contains("guessed"))
  }

  @Test func `a notice has its lines: clicks and pages count below it`() throws {
    let tool = try tool()
    try say("[" + (1...30).map { #"{"name":"row \#($0)"}"# }.joined(separator: ",") + "]")
    let terminal = try start("cellctl watch --every 50ms -- \(tool)", columns: 60, lines: 13)
    #expect(terminal.wait { $0.contains { $0.hasSuffix("row 12") } })
    try say("", errors: (1...40).map { "message \($0)" }, status: 1)
    #expect(terminal.wait { $0[5].hasSuffix("message 40") && $0[6] == "▌ row 1" && $0[11] == "  row 6" })
    try terminal.press("NPage")
    #expect(terminal.wait { $0[5].hasSuffix("message 40") && $0[6...11].contains { $0.hasPrefix("▌") } })
    try terminal.press("g")
    #expect(terminal.wait(cursorAt: "row 1"))
    // The mouse, in the line of row 3.
    try terminal.type("\u{1B}[<0;5;9M")
    #expect(terminal.wait(cursorAt: "row 3"), "\(terminal.lines)")
    try say(#"[{"name":"row 3"}]"#)
    #expect(terminal.wait { $0[0] == "▌ row 3" && $0[1].isEmpty })
  }

  @Test func `sentences report failed runs, too`() throws {
    let tool = try tool()
    try say(#"[{"name":"web","state":"failed"}]"#)
    let terminal = try start("cellctl watch --plain --every 50ms -- \(tool)", columns: 80)
    // An empty line prints the row of the cursor.
    #expect(
      terminal.wait { lines in
        try? terminal.press("Enter")
        return lines.contains { $0.contains("web") }
      })
    try say("", errors: ["no such host"], status: 7)
    #expect(terminal.wait { $0.contains("no such host") })
    #expect(
      terminal.lines.contains { $0.contains(": tool ended with exit status 7; these are the rows of ") })
    try terminal.type("quit")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "ended with 0"))
  }

  @Test func `'pick' chooses from the output of a command`() throws {
    let tool = try tool()
    try say(#"[{"id":"a","name":"web"},{"id":"b","name":"db"}]"#)
    let terminal = try start("cellctl pick -- \(tool)", columns: 60)
    #expect(terminal.wait(for: "of 2"))
    try terminal.type("db")
    #expect(terminal.wait(cursorAt: "db"))
    try terminal.press("Enter")
    // The first line has what was guessed.
    #expect(terminal.wait { Array($0.prefix(3).dropFirst()) == ["b", "ended with 0"] })
    try say("", errors: ["no such host"], status: 7)
    let failed = try start("cellctl pick -- \(tool)", columns: 60)
    #expect(failed.wait(for: "ended with 5"))
    #expect(failed.lines.contains("cellctl: tool ended with exit status 7"), "\(failed.lines)")
    #expect(failed.lines.contains("  no such host"))
  }
}
