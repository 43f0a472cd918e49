import Foundation
import RowFixtures
import Testing

/// Pages of SAP's Mobile Development Kit: `Tests/Fixtures/mdk/NAME.page.json`, with the entities in
/// `NAME.data.json`. `NAME.rows` has the notes and the rows.
@Suite struct CellctlMDKTests {
  private static let folder = SourceFolder.root.appendingPathComponent("Tests/Fixtures/mdk")
  private static let pageEnd = ".page.json"
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(pageEnd) }.map { String($0.dropLast(pageEnd.count)) }.sorted()

  private func render(_ name: String, _ options: String...) throws -> CellctlProcess {
    let data = Self.folder.appendingPathComponent("\(name).data.json").path
    let hasData = FileManager.default.fileExists(atPath: data)
    return try CellctlProcess.run(
      ["render", "--from", "mdk", Self.folder.appendingPathComponent(name + Self.pageEnd).path]
        + (hasData ? ["--data", data] : []) + options)
  }

  @Test func `there are many samples`() { #expect(Self.names.count >= 20) }

  @Test(arguments: names) func `a page has these rows and notes`(name: String) throws {
    var actual = ""
    for (profile, width) in [("ios", 80), ("android", 44)] {
      let run = try render(name, "--width", "\(width)", "--set", "profile=\(profile)")
      #expect(run.status == 0, "\(run.errors)")
      if actual.isEmpty { actual = run.errors }
      actual += "\(profile) \(width)\n" + run.lines.map { "|\($0)\n" }.joined()
    }
    let file = Self.folder.appendingPathComponent("\(name).rows")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    guard FixtureFile.isRecording else {
      #expect(actual == expected, "record with CELLD_RECORD=1")
      return
    }
    guard actual != expected else { return }
    try actual.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("\(name).rows was recorded: read the difference, and run again without CELLD_RECORD")
  }

  @Test func `a rule names the ids`() throws {
    let run = try render("work-orders", "--id", "OrderId", "-o", "ids")
    #expect(run.lines == ["4000121", "4000122", "4000123"])
    #expect(try render("work-orders", "-o", "ids").lines.first == "WorkOrders('4000121')")
  }

  @Test func `a jq program changes the cells of a page`() throws {
    let run = try render("odata-2", "--jq", #".title += "!""#, "--width", "60")
    #expect(run.lines.first?.hasPrefix("Notebook!") == true, "\(run.errors)")
  }

  @Test func `cells of a page can be pushed`() throws {
    let session = try CellctlSession()
    let page = Self.folder.appendingPathComponent("context-menu.page.json").path
    let data = Self.folder.appendingPathComponent("context-menu.data.json").path
    let push = try session.run("push", "orders", page, "--from", "mdk", "--data", data)
    #expect(push.status == 0, "\(push.errors)")
    let cell = try session.run("get", "orders", "WorkOrders('4000121')").output
    #expect(cell.contains("destructive"))
  }

  @Test(arguments: [
    (#"{"Controls": [}"#, 5, "the page: line 1, column 15"), ("[]", 5, "the page has no sections with cells"),
    ("{}", 5, "the page has no sections with cells"),
  ])
  func `a page without cells is an error`(page: String, status: Int32, message: String) throws {
    let run = try CellctlProcess.run(["render", "--from", "mdk"], input: page)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `data that cannot be read is an error`() throws {
    let missing = try CellctlProcess.run(
      ["render", "--from", "mdk", "--data", "/nonexistent"], input: #"{"Title":"{A}"}"#)
    #expect(missing.status == 1 && missing.errors.contains("/nonexistent"))
    let broken = try CellctlProcess.run(
      ["render", "--from", "mdk", "--data", "/etc/passwd"], input: #"{"Title":"{A}"}"#)
    #expect(broken.status == 5 && broken.errors.contains("the data: line 1, column 1"), "\(broken.errors)")
    let useless = try CellctlProcess.run(["render", "--data", "/nonexistent"], input: "{}")
    #expect(useless.status == 2 && useless.errors.contains("--data needs --from mdk"))
  }
}
