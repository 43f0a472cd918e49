import Foundation
import Testing

/// `cellctl compare`.
@Suite struct CellctlCompareTests {
  private static let cells =
    #"{"id":"1","title":"Valve","status":"Open","number":"7"}"# + "\n"
    + #"{"id":"2","title":"Pump","swipe":{"trailing":[{"id":"delete","title":"Delete"}]}}"# + "\n"

  private func compare(_ arguments: String..., input: String = cells) throws -> CellctlProcess {
    try CellctlProcess.run(["compare"] + arguments, input: input)
  }

  /// The captions of the panels.
  private func captions(_ page: String) -> [String] {
    page.components(separatedBy: "<figcaption>").dropFirst().compactMap {
      $0.components(separatedBy: "</figcaption>").first
    }
  }

  @Test func `a page has all profiles, classes and themes`() throws {
    let run = try compare()
    #expect(run.status == 0, "\(run.errors)")
    let captions = captions(run.output)
    // Only Compose has a medium class.
    #expect(captions.count == (3 + 4 * 2) * 2)
    #expect(captions.contains("compose, medium, 720, light"))
    #expect(captions.contains("ios-classic, expanded, 1024, dark"))
    #expect(run.output.contains("number: profile ios has no such slot"))
    #expect(run.output.contains("lint, error: "))
  }

  @Test func `options choose what is compared`() throws {
    let run = try compare(
      "--profile", "ios, android", "--class", "compact", "--theme", "dark", "--count", "1", "--set",
      "textScale=1.5", "--map", "title={title}!")
    #expect(run.status == 0, "\(run.errors)")
    #expect(captions(run.output) == ["ios, compact, 390, dark", "android, compact, 390, dark"])
    #expect(run.output.contains("Valve!") && !run.output.contains("Pump"))
  }

  @Test func `a session is compared with its settings`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    try session.run("configure", "jobs", "--selection", "multiple")
    let page = try session.run(
      "compare", "jobs", "--profile", "ios", "--class", "compact", "--set", "mode=edit")
    #expect(page.status == 0, "\(page.errors)")
    #expect(page.output.contains("<title>jobs</title>") && page.output.contains("Pump"))
    let missing = try session.run("compare", "jbos")
    #expect(missing.status == 4 && missing.output.isEmpty)
    #expect(missing.errors.contains("neither a file nor a session \"jbos\""))
  }

  @Test func `distances are drawn over the rows`() throws {
    for format in ["html", "svg"] {
      let options = ["--profile", "ios", "--class", "compact", "--theme", "light", "--format", format]
      let plain = try CellctlProcess.run(["compare"] + options, input: Self.cells)
      let annotated = try CellctlProcess.run(["compare", "--annotate"] + options, input: Self.cells)
      #expect(annotated.status == 0, "\(annotated.errors)")
      // The margin of a row is 16 points, the height of a row with one text 44.
      #expect(annotated.output.contains(">16</text>") && !plain.output.contains(">16</text>"))
    }
  }

  @Test func `a page can be SVG or PNG`() throws {
    let svg = try compare("--format", "svg", "--profile", "swiftui")
    #expect(svg.output.hasPrefix("<svg ") && svg.output.contains(#"aria-label="swiftui""#))
    let png = try compare("--format", "png", "--zoom", "0.5", "--profile", "ios", "--class", "compact")
    #expect(png.status == 0 || png.errors.contains("librsvg2-bin"))
  }

  @Test(arguments: [
    (["--profile", "ios,andriod"], "andriod"), (["--class", "wide"], "wide"), (["--theme", ""], "theme"),
    (["--count", "0"], "--count must be from 1 to 200"),
    (["--format", "text"], "one of 'html', 'svg' or 'png'"),
    (["--zoom", "2"], "--zoom needs --format png"), (["--set", "theme=dark"], "the page shows several"),
  ])
  func `a wrong option is named`(options: [String], message: String) throws {
    let run = try CellctlProcess.run(["compare"] + options, input: "")
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
