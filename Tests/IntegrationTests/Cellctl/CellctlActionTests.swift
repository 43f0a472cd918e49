import Foundation
import Testing

/// Actions of several cells, selections that are views, and rows that reveal a part.
@Suite struct CellctlActionTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
    let cells = ["a", "b", "c"].map {
      #"{"id":"\#($0)","title":"\#($0)","unread":true,"actions":[{"id":"follow","kind":"toggle"}],"#
        + #""menu":[{"id":"pin","title":"Pin"}],"swipe":{"trailing":["pin"]}}"#
    }
    try cellctl.run("push", "s", "--selection", "multiple", input: cells.joined(separator: "\n"))
  }

  private func ids(where isFound: ([String: Any]) -> Bool) throws -> [String] {
    try cellctl.run("export", "s").lines.map { try cellctl.object($0) }.filter(isFound)
      .compactMap { $0["id"] as? String }
  }

  private func unread() throws -> [String] { try ids { $0["unread"] as? Bool == true } }

  private func followed() throws -> [String] {
    try ids { ($0["actions"] as? [[String: Any]])?.first?["on"] as? Bool == true }
  }

  @Test func `an action is invoked for several cells`() throws {
    #expect(try cellctl.run("act", "s", "follow", "--id", "a", "--id", "c").status == 0)
    #expect(try followed() == ["a", "c"])
    #expect(try cellctl.run("act", "s", "follow", "false", "--id", "a", "--id", "b").status == 0)
    #expect(try followed() == ["c"])
    #expect(try cellctl.run("act", "s", "follow", "--id", "a", "--id", "x").status == 4)
    #expect(try followed() == ["c"])
  }

  @Test func `an action is invoked for the selection`() throws {
    #expect(try cellctl.run("act", "s", "follow", "--selected").status == 2)
    #expect(try cellctl.run("select", "s", "a", "b", "--no-viewed").status == 0)
    #expect(try unread() == ["a", "b", "c"])
    #expect(try cellctl.run("act", "s", "follow", "--selected").status == 0)
    #expect(try followed() == ["a", "b"] && unread() == ["c"])
    #expect(try cellctl.run("select", "s", "--all", "--viewed").status == 0)
    #expect(try unread() == [])
  }

  @Test(
    arguments: [
      ["act", "s"], ["act", "s", "a"], ["act", "s", "a", "follow", "true", "more"],
      ["act", "s", "--selected"],
      ["act", "s", "follow", "true", "more", "--selected"],
      ["act", "s", "follow", "--selected", "--id", "a"],
    ])
  func `words that do not fit are usage errors`(arguments: [String]) throws {
    let run = try CellctlProcess.run(arguments, socket: cellctl.socketPath)
    #expect(
      run.status == 2 && run.errors.contains("rgument") || run.errors.contains("together"), "\(run.errors)")
  }

  @Test func `cells and known actions are completed`() throws {
    func words(_ line: [String]) throws -> [String] {
      try CellctlProcess.run(
        ["---completion", "act", "--", "positional@1", "\(line.count - 1)", "0"] + line,
        socket: cellctl.socketPath
      ).lines
    }
    #expect(try words(["cellctl", "act", "s", ""]) == ["a", "b", "c"])
    #expect(try words(["cellctl", "act", "s", "a", ""]) == ["open", "detail", "peek", "menu"])
    #expect(try words(["cellctl", "act", "s", "--selected", ""]) == ["open", "detail", "peek", "menu"])
  }

  @Test func `a header is a view if that is requested`() throws {
    #expect(try cellctl.run("header", "s", "b").status == 0)
    #expect(try unread() == ["a", "b", "c"])
    #expect(try cellctl.run("header", "s", "b", "--viewed").status == 0)
    #expect(try unread() == ["a", "c"])
  }

  @Test func `an app bar and the drill-down are settings`() throws {
    let actions = #"[{"id":"archive","title":"Archive"}]"#
    let run = try cellctl.run(
      "configure", "s", "--selection-actions", actions, "--no-drill-down", "-o", "json")
    let info = try cellctl.object(run.output)
    #expect((info["selectionActions"] as? [[String: Any]])?.first?["title"] as? String == "Archive")
    #expect(info["drillDown"] as? Bool == false)
    #expect(try cellctl.run("act", "s", "a", "open").status != 0)
    #expect(try cellctl.run("act", "s", "archive", "--id", "a", "--id", "b").status == 0)
    #expect(try cellctl.run("configure", "s", "--drill-down").status == 0)
    #expect(try cellctl.run("act", "s", "a", "open").status == 0)
    #expect(try cellctl.run("configure", "s", "--selection-actions", "archive").status == 2)
  }

  @Test func `a row reveals a part in pictures and frames`() throws {
    let fixed = #"font={"family":"fixed"}"#
    for format in ["svg", "html"] {
      let open = try cellctl.run("rows", "s", "--format", format, "--reveal", "b=menu", "--set", fixed)
      #expect(open.status == 0 && open.output.contains(#"aria-label="Pin""#), "\(open.errors)")
    }
    let frames = try cellctl.run("rows", "s", "--format", "frames", "--reveal", "b=trailing", "-o", "json")
    #expect(frames.output.contains(#""reveal":"trailing""#))
    #expect(try cellctl.run("rows", "s", "--reveal", "b=menu").status == 2)
    #expect(try cellctl.run("rows", "s", "--reveal", "b=left").status == 2)
    #expect(try cellctl.run("rows", "s", "--format", "svg", "--reveal", "x=menu").status == 4)
  }
}
