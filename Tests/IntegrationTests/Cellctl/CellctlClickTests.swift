import Foundation
import Testing

/// Clicks on what rows show in `cellctl watch` and `cellctl pick`.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled)) struct CellctlClickTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  /// Shows cells, each the members of an object of JSON.
  private func show(_ command: String, _ cells: String..., columns: Int = 60) throws -> TmuxTerminal {
    let records = cells.enumerated().map { #"{"id":"j\#($0)",\#($1)}"# }
    try cellctl.run("push", "jobs", "--selection", "multiple", input: records.joined(separator: "\n"))
    let terminal = try TmuxTerminal(
      "cellctl \(command)", socket: cellctl.socketPath, columns: columns, lines: 12)
    #expect(terminal.wait { $0.first?.isEmpty == false && $0.last?.isEmpty == false })
    return terminal
  }

  /// Clicks the first character of a text in a line of the screen.
  private func click(_ text: String, line: Int, in terminal: TmuxTerminal, beside: Int = 0) throws {
    let shown = terminal.lines[line]
    let start = try #require(shown.range(of: text)?.lowerBound, "\(terminal.lines)")
    let column = shown.distance(from: shown.startIndex, to: start) + beside
    try terminal.type("\u{1B}[<0;\(column + 1);\(line + 1)M")
  }

  private static let title = #""title":"Import","subtitle":"Hall""#
  private static func job(_ presentation: String = "button") -> String {
    title + #","actions":[{"id":"retry","title":"Retry","presentation":"\#(presentation)"},"#
      + #"{"id":"stop","title":"Stop","presentation":"\#(presentation)","enabled":false}]"#
  }

  /// Hears of the actions that are invoked.
  private func listener() throws -> RPCClient {
    let client = try cellctl.connect()
    try client.call("rows.watch", ["session": "jobs", "count": 0, "events": true])
    return client
  }

  /// Returns the next action that is invoked, and its cell.
  private func invoked(_ client: RPCClient) throws -> [String?] {
    while let notification = try client.notification() {
      guard notification["method"]?.string == "action.invoked" else { continue }
      return [notification["params"]?["id"]?.string, notification["params"]?["action"]?.string]
    }
    return []
  }

  @Test(arguments: [30, 80, 200])
  func `a click on an action invokes it, and next to it selects the row`(columns: Int) throws {
    let terminal = try show("watch jobs", Self.job(), Self.job(), Self.job(), columns: columns)
    let client = try listener()
    try click("[Retry]", line: 4, in: terminal, beside: -1)
    #expect(terminal.wait { $0[4].hasPrefix("▌ Import") })
    try click("[Retry]", line: 2, in: terminal)
    #expect(terminal.wait(for: "Retry: sent to 1 program"))
    #expect(terminal.wait { $0[2].hasPrefix("▌ Import") })
    #expect(try invoked(client) == ["j1", "retry"])
    try click("[Stop]", line: 4, in: terminal)
    #expect(terminal.wait(for: "Stop is disabled"))
    // The last column of the action, in the row above the cursor.
    try click("[Retry]", line: 0, in: terminal, beside: 6)
    #expect(try invoked(client) == ["j0", "retry"])
  }

  @Test func `an action below a hit of a search is not invoked`() throws {
    let job = Self.job().replacing("Import", with: "Import of all data").replacing(
      #","enabled":false"#, with: "")
    let terminal = try show("watch jobs", job + #","data":{"plant":"Hamburg"}"#, job, columns: 40)
    let client = try listener()
    let line = try #require(terminal.lines.first)
    let column = line.distance(from: line.startIndex, to: try #require(line.range(of: "Stop")).lowerBound)
    try terminal.press("1")
    #expect(terminal.wait(for: "one line"))
    try terminal.type("/hamb")
    try terminal.press("Enter")
    #expect(terminal.wait { $0[0].contains("Hamb") && !$0[0].contains("Stop") }, "\(terminal.lines)")
    try terminal.type("\u{1B}[<0;\(column + 1);1M")
    try click("[Retry]", line: 1, in: terminal)
    #expect(try invoked(client) == ["j1", "retry"])
  }

  @Test func `a click counts the columns that are scrolled over, and those of mirrored rows`() throws {
    let terminal = try show("watch jobs --width 100", Self.job(), Self.job())
    let client = try listener()
    try terminal.press("Right", "Right", "Right")
    #expect(terminal.wait(for: "[Retry]"))
    try click("[Retry]", line: 2, in: terminal)
    #expect(try invoked(client) == ["j1", "retry"])
    for width in [40, 58, 100] {
      let mirrored = try show("watch jobs --set direction=rtl --width \(width)", Self.job(), Self.job())
      try mirrored.press("Right", "Right", "Right")
      #expect(mirrored.wait(for: "[Retry]"))
      try click("[Retry]", line: 0, in: mirrored, beside: 6)
      #expect(try invoked(client) == ["j0", "retry"], "\(width)")
    }
  }

  @Test func `menus list their actions, a chevron opens, and a control selects`() throws {
    let terminal = try show(
      "watch jobs --set mode=edit", Self.job("auto") + #","menu":[{"id":"pin","title":"Pin"}]"#,
      Self.title
        + #","actions":[{"id":"m","title":"More","kind":"menu","items":[{"id":"x","title":"Move"}]}]"#)
    let client = try listener()
    try click("☐", line: 0, in: terminal)
    #expect(terminal.wait { $0[0].hasPrefix("▌✓☑ Import") })
    try click("⋮", line: 2, in: terminal)
    #expect(terminal.wait { $0[2] == "▌ 1  More › Move" && $0.last?.contains("actions") == true })
    try terminal.press("Enter")
    #expect(try invoked(client) == ["j1", "x"])
    let other = try show(
      "watch jobs --profile ios", Self.job() + #","accessory":"disclosure""#,
      Self.title + #","accessory":"disclosure""#)
    try click("⋯", line: 0, in: other)
    #expect(other.wait { $0[2] == "▌ 1  Retry" && $0[3] == "  2  Stop (disabled)" })
    try other.press("Escape")
    #expect(other.wait(cursorAt: "Import"))
    try click("›", line: 2, in: other)
    #expect(try invoked(client) == ["j1", "open"])
  }

  @Test func `pick invokes actions, too, and its chevron chooses nothing`() throws {
    let terminal = try show("pick jobs --profile ios", Self.title + #","accessory":"disclosure""#, Self.job())
    let client = try listener()
    try click("›", line: 0, in: terminal)
    try click("⋯", line: 2, in: terminal)
    #expect(terminal.wait(cursorAt: "1  Retry"))
    try terminal.press("Enter")
    #expect(try invoked(client) == ["j1", "retry"])
    let file = try DaemonProcess.makeDirectory() + "/jobs.ndjson"
    try "{\"id\":\"a\",\(Self.job())}".write(toFile: file, atomically: true, encoding: .utf8)
    let alone = try TmuxTerminal(
      "cellctl pick \(file)", socket: cellctl.socketPath, columns: 80, lines: 12)
    #expect(alone.wait(for: "[Retry]"))
    try click("[Retry]", line: 0, in: alone)
    #expect(alone.wait { $0.last?.hasSuffix("Retry: no program listens") == true }, "\(alone.lines)")
    try FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent)
  }
}
