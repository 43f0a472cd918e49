import Foundation
import Testing

/// The pages that cover the list of `cellctl watch`: actions, headers, previews and keys.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled)) struct CellctlOverlayTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  /// Watches cells, each the members of an object of JSON.
  private func watch(
    _ cells: String..., options: String = "", columns: Int = 60, lines: Int = 12
  ) throws -> TmuxTerminal {
    let records = cells.enumerated().map { #"{"id":"j\#($0)",\#($1)}"# }
    try cellctl.run("push", "jobs", input: records.joined(separator: "\n"))
    let terminal = try TmuxTerminal(
      "cellctl watch jobs \(options)", socket: cellctl.socketPath, columns: columns, lines: lines)
    #expect(terminal.wait { $0.last?.contains("jobs") == true })
    return terminal
  }

  private static let sixActions =
    #""title":"Job","actions":["#
    + (1...5).map { #"{"id":"a\#($0)","title":"Act \#($0)"}"# }.joined(separator: ",") + "]"

  @Test func `lines of the actions page end with an ellipsis at the edge`() throws {
    let actions = #"[{"id":"a","title":"A very long title of an action"},{"id":"b","title":"two\nlines"}]"#
    let terminal = try watch(
      #""title":"Job 1 — nightly import of all","actions":\#(actions)"#,
      #""title":"\#(String(repeating: "漢字", count: 20))""#, columns: 24)
    try terminal.press("a")
    #expect(
      terminal.wait {
        $0.prefix(4) == [
          "  Job 1 — nightly impor…", "", "▌ 1  A very long title…", "  2  two lines",
        ]
      }, "\(terminal.lines)")
    try terminal.press("Escape", "j", "a")
    #expect(
      terminal.wait { $0.first == "  " + String(repeating: "漢字", count: 5) + "…" }, "\(terminal.lines)")
  }

  @Test func `the actions page scrolls with its cursor`() throws {
    let terminal = try watch(Self.sixActions, lines: 6)
    try terminal.press("a")
    #expect(terminal.wait(cursorAt: "1  Act 1"))
    #expect(terminal.wait { $0.last?.contains("1–3 of 6") == true }, "\(terminal.lines)")
    for number in 2...5 {
      try terminal.press("Down")
      #expect(terminal.wait(cursorAt: "\(number)  Act \(number)"))
    }
    #expect(terminal.wait { $0.first == "  Job" && $0[4] == "▌ 5  Act 5" }, "\(terminal.lines)")
    // The mouse is on the line that it points to.
    try terminal.type("\u{1B}[<0;9;3M")
    #expect(terminal.wait(cursorAt: "3  Act 3"))
    try terminal.press("Enter")
    #expect(terminal.wait(for: "Act 3: no program listens"))
  }

  @Test func `a low window shows the action that Enter invokes`() throws {
    let terminal = try watch(Self.sixActions, lines: 3)
    try terminal.press("a")
    #expect(terminal.wait { Array($0.prefix(2)) == ["▌ 1  Act 1", "  2  Act 2"] }, "\(terminal.lines)")
    try terminal.press("G")
    #expect(terminal.wait { Array($0.prefix(2)) == ["  5  Act 5", "▌ 6  Open"] }, "\(terminal.lines)")
    // A number invokes only what is seen.
    try terminal.press("1")
    #expect(terminal.wait(cursorAt: "1  Act 1"))
    try terminal.press("1")
    #expect(terminal.wait(for: "Act 1: no program listens"))
  }

  @Test func `actions have the titles that their row shows`() throws {
    let terminal = try watch(
      #""title":"Job","actions":[{"id":"f","title":"Follow","titleOn":"Unfollow","kind":"toggle","on":true},"#
        + #"{"id":"g","title":"Mute","titleOn":"Unmute","kind":"toggle"},{"id":"dl","kind":"download"},"#
        + #"{"id":"d2","title":"Manual","kind":"download","progress":0.4},{"id":"p","icon":{"name":"phone","#
        + #""label":"Call"}}]"#)
    try terminal.press("a")
    #expect(
      terminal.wait {
        $0.prefix(7).dropFirst(2) == [
          "▌ 1  Unfollow", "  2  Mute", "  3  Download", "  4  Manual (40%)", "  5  Call",
        ]
      }, "\(terminal.lines)")
  }

  @Test func `the keys of a page are shown above it`() throws {
    let terminal = try watch(Self.sixActions + #","subtitle":"Hall""#)
    try terminal.press("Tab")
    #expect(terminal.wait(for: "header"))
    try terminal.press("?")
    #expect(terminal.wait { $0.last?.contains("keys") == true && $0.contains { $0.contains("next part") } })
    try terminal.press("?")
    #expect(terminal.wait { $0.last?.contains("header") == true && $0[1] == "  Hall" })
    try terminal.press("Escape", "a")
    #expect(terminal.wait { $0.last?.contains("actions") == true })
    try terminal.press("F1")
    #expect(terminal.wait { $0.last?.contains("keys") == true })
    try terminal.press("Escape")
    #expect(terminal.wait { $0.last?.contains("actions") == true })
    try terminal.press("Escape", "f")
    #expect(terminal.wait { $0.last?.hasPrefix("filter:") == true })
    // A question mark is a part of the text there.
    try terminal.press("F1")
    #expect(terminal.wait(for: "end typing"))
    try terminal.press("Escape")
    #expect(terminal.wait { $0.last?.hasPrefix("filter:") == true })
  }

  private static let whole =
    #""title":"Pump station 7","subtitle":"Hall 3, second floor, behind the ladder","description":"One.\nTwo.","#
    + #""status":[{"text":"High","state":"negative"}],"data":{"plant":"Hamburg","parts":[{"no":1},{"no":2}]}"#

  @Test(arguments: [30, 80, 200])
  func `Enter shows the whole cell, and branches open`(columns: Int) throws {
    let terminal = try watch(Self.whole, columns: columns, lines: 24)
    try terminal.press("Enter")
    let members =
      columns == 30
      ? [
        "▌ ID  j0", "  Title  Pump station 7", "  Subtitle  Hall 3, second", "      floor, behind the ladder",
        "  Description  One.", "      Two.", "  Status  High (negative)",
      ]
      : [
        "▌ ID           j0", "  Title        Pump station 7",
        "  Subtitle     Hall 3, second floor, behind the ladder", "  Description  One.",
        "               Two.",
        "  Status       High (negative)",
      ]
    #expect(terminal.wait { Array($0.prefix(members.count)) == members }, "\(terminal.lines)")
    #expect(terminal.wait(for: "  ▸ parts  2 items"))
    try terminal.press("G", "Enter")
    #expect(terminal.wait(cursorAt: "▾ parts  2 items"))
    #expect(terminal.wait(for: "    ▸ 1  1 member"))
    try terminal.press("j", "l", "l")
    #expect(terminal.wait(cursorAt: "no: 1"))
    try terminal.press("h", "h")
    #expect(terminal.wait(cursorAt: "▸ 1  1 member"))
    // A click opens, too.
    let line = try #require(terminal.lines.firstIndex { $0.contains("▸ 2  1 member") })
    try terminal.type("\u{1B}[<0;9;\(line + 1)M")
    #expect(terminal.wait(for: "no: 2"))
    // What is open stays open while the cell changes, and the cursor stays at its entry.
    try cellctl.run("patch", "jobs", "j0", #"{"description":"One line.","data":{"plant":"Bremen"}}"#)
    #expect(terminal.wait(for: "plant: Bremen"), "\(terminal.lines)")
    #expect(terminal.wait(cursorAt: "▾ 2  1 member"))
    #expect(terminal.wait(for: "no: 2"))
    try terminal.resize(columns: columns == 30 ? 80 : 30, lines: 12)
    #expect(
      terminal.wait { $0.count == 12 && $0.contains { $0.hasPrefix("▌     ▾ 2") || $0.hasPrefix("▌   ▾ 2") } }
    )
    try terminal.press("q")
    #expect(terminal.wait(cursorAt: "Pump station 7"))
    try terminal.press("Enter")
    #expect(terminal.wait { $0.last?.contains("cell") == true })
    try cellctl.run("remove", "jobs", "j0")
    #expect(terminal.wait(for: "the cell was removed"))
  }

  @Test func `a program that listens gets open, and nothing covers the list`() throws {
    let terminal = try watch(Self.whole)
    let client = try cellctl.connect()
    try client.call("rows.watch", ["session": "jobs", "count": 0, "events": true])
    try terminal.press("Enter")
    #expect(terminal.wait(for: "open: sent to 1 program"))
    try cellctl.run("configure", "jobs", "--no-drill-down")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "Subtitle"))
  }

  @Test(arguments: [30, 80, 200])
  func `o opens the link here, and the terminal is not disturbed`(columns: Int) throws {
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = folder + "/browser"
    try
      "#!/bin/sh\necho noise; echo noise >&2\nprintf '<%s>' \"$@\" >\(folder)/new; mv \(folder)/new \(folder)/got\n"
      .write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try cellctl.run(
      "push", "jobs",
      input: #"{"id":"a","title":"Job","href":"https://e.org/a b?$(x)\u001b"}"# + "\n"
        + #"{"id":"b","title":"Other","href":"file:///etc/passwd"}"# + "\n" + #"{"id":"c","title":"Third"}"#)
    let terminal = try TmuxTerminal(
      "cellctl watch jobs", socket: cellctl.socketPath, columns: columns, lines: 12,
      environment: ["BROWSER": "/bin/false:\(program) -n %s"])
    #expect(terminal.wait(cursorAt: "Job"))
    try terminal.press("o")
    #expect(terminal.wait(for: "https://e.org/a%20b"))
    let got = eventually {
      (try? String(contentsOfFile: folder + "/got", encoding: .utf8)) == "<-n><https://e.org/a%20b?$(x)%1B>"
    }
    #expect(got)
    try terminal.press("j", "o")
    #expect(terminal.wait(for: "only addresses"))
    try terminal.press("j", "o")
    #expect(terminal.wait(for: "the cell has no link"))
    #expect(!terminal.lines.contains { $0.contains("noise") })
    try terminal.press("q")
    #expect(terminal.wait(for: "ended with 0"))
    #expect(!terminal.lines.contains { $0.contains("noise") })
  }

  @Test(arguments: [30, 80, 200])
  func `y and Y copy, and so does o without a browser`(columns: Int) throws {
    try cellctl.run(
      "push", "jobs",
      input: #"{"id":"a","title":"Job\u001b]0;x\u0007 7\nrm","href":"mailto:a@e.org","data":{"n":1}}"#)
    let terminal = try TmuxTerminal(
      "PATH=/nowhere BROWSER=nothing cellctl watch jobs", socket: cellctl.socketPath, columns: columns,
      lines: 14)
    #expect(terminal.wait(cursorAt: "Job"))
    try terminal.acceptCopies()
    try terminal.press("y")
    #expect(terminal.wait(for: "the title was copied"))
    #expect(eventually { terminal.copied == "Job]0;x 7 rm" }, "\(terminal.copied)")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "Data"))
    try terminal.press("Y")
    #expect(terminal.wait(for: "the cell was copied"))
    #expect(
      eventually { terminal.copied.hasSuffix("Link: mailto:a@e.org\nData: {\"n\":1}\n") },
      "\(terminal.copied)")
    try terminal.press("q", "o")
    #expect(terminal.wait(for: "no browser"))
    #expect(eventually { terminal.copied == "mailto:a@e.org" }, "\(terminal.copied)")
  }

  @Test func `texts of a cell cannot control the terminal`() throws {
    let terminal = try watch(
      #""title":"a\u001b[2Jb\u0007\tc","data":{"k\u001b]0;x\u0007":"v\u009b31m\r\nnext"}"#)
    try terminal.press("Enter")
    #expect(terminal.wait(for: "next"))
    let text = terminal.lines.joined()
    #expect(text.contains("[2Jb") && text.contains("]0;x") && text.contains("31m"), "\(terminal.lines)")
  }

  @Test func `the action Preview shows the preview`() throws {
    let terminal = try watch(
      #""title":"Job","preview":"The first paragraph of a preview.\nThe second one.""#,
      #""title":"Other","description":"A description""#, columns: 24)
    try terminal.press("a")
    #expect(terminal.wait(for: "2  Preview"))
    try terminal.press("2")
    #expect(
      terminal.wait {
        $0.prefix(6) == [
          "  Job", "", "  The first paragraph", "  of a preview.", "  The second one.", "",
        ] && $0.last?.contains("preview") == true
      }, "\(terminal.lines)")
    try terminal.press("Escape", "j", "a", "2")
    #expect(terminal.wait { Array($0.prefix(3)) == ["  Other", "", "  A description"] }, "\(terminal.lines)")
  }
}
