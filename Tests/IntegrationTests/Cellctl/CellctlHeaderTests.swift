import Foundation
import Testing

@Suite struct CellctlHeaderTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
    let cell = #"""
      {"id":"a","title":"Pump","header":{"footnotes":["Hall 3"],"chart":{"title":"Load","values":[1,8]}}}
      """#
    try cellctl.run("push", "s", input: cell)
  }

  @Test func `a narrow header has pages`() throws {
    #expect(
      try cellctl.run("header", "s", "a", "--width", "20").lines == ["Pump", "Hall 3", "", "        ● ○"])
    #expect(
      try cellctl.run("header", "s", "a", "--width", "20", "--page", "1").lines == [
        "Load", " █ 8", "▁█ 1", "        ○ ●",
      ])
    let json = try cellctl.run("header", "s", "a", "--width", "100", "-o", "json")
    #expect(try cellctl.object(json.output)["pages"] as? Int == 1)
    let frames = try cellctl.run("header", "s", "a", "--format", "frames")
    #expect(try cellctl.object(frames.output)["elements"] is [Any])
  }

  @Test(arguments: ["text", "ansi", "markdown", "svg", "html"])
  func `diagnostics are printed in all formats, and are in JSON`(format: String) throws {
    try cellctl.run("push", "s", input: #"{"id":"b","title":"Fan","status":["Hot","Loud","Old"]}"#)
    let run = try cellctl.run("header", "s", "b", "--format", format)
    #expect(run.errors.hasPrefix("cellctl: status: "), "\(run.errors)")
    let json = try cellctl.run("header", "s", "b", "--format", format, "-o", "json")
    #expect(json.errors.isEmpty && json.output.contains(#""diagnostics":["status: "#))
  }

  @Test func `unknown cells, sessions and pages are errors`() throws {
    #expect(try cellctl.run("header", "s", "b").status == 4)
    #expect(try cellctl.run("header", "t", "a").status == 4)
    #expect(try cellctl.run("header", "s", "a", "--page", "-1").status == 2)
  }
}
