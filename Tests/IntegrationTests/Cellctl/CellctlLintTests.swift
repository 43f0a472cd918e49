import Foundation
import Testing

@Suite struct CellctlLintTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  @Test func `no findings print nothing and exit with 0`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    let run = try cellctl.run("lint", "s")
    #expect(run.status == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    #expect(try cellctl.run("lint", "nothing").status == 4)
  }

  @Test func `findings name the cells and the page, and exit with 1`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A","swipe":{"trailing":[{"id":"delete"}]}}"#)
    let run = try cellctl.run("lint", "s", "--width", "40")
    #expect(run.status == 1)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 3)
    #expect(run.lines[0].hasPrefix("error: ") && run.lines[0].hasSuffix("[gesture-only]"))
    #expect(run.lines[1] == "  cells: a")
    #expect(run.lines[2].hasPrefix("  source: S2 "))
    let json = try cellctl.run("lint", "s", "-o", "ndjson")
    #expect(json.status == 1)
    #expect(try cellctl.object(json.output)["rule"] as? String == "gesture-only")
  }
}
