import Foundation
import FoundationXML
import Testing

/// Documents of pictures, from a session and from `render`. The family `fixed` needs no fonts.
@Suite struct CellctlPictureTests {
  private let cellctl: CellctlSession
  private static let fixed = ["--set", #"font={"family":"fixed"}"#]
  private static let cells = """
    {"id":"a","title":"Pump <7>","subtitle":"Hall 3","status":{"text":"High","state":"negative"}}
    {"id":"b","title":"Lift B"}
    """

  init() throws {
    cellctl = try CellctlSession()
    #expect(try cellctl.run("push", "s", input: Self.cells).status == 0)
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> CellctlProcess {
    try CellctlProcess.run(
      arguments + Self.fixed, input: Self.cells, socket: cellctl.socketPath, environment: environment)
  }

  private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

  @Test(arguments: [["rows", "s"], ["header", "s", "a"], ["render"]], ["svg", "html"])
  func `a document needs no other file`(command: [String], format: String) throws {
    let run = try run(command + ["--format", format])
    #expect(run.status == 0, "\(run.errors)")
    #expect(isXML(run.output))
    #expect(run.output.hasPrefix(format == "svg" ? "<svg" : "<!DOCTYPE html>"))
    #expect(run.output.contains("Pump &lt;7&gt;"))
    #expect(run.output.contains("width=\"720\""))
  }

  @Test func `the class sets the width, and the unit column draws a terminal`() throws {
    let compact = try run(["rows", "s", "--format", "svg", "--class", "compact"])
    #expect(compact.output.contains("width=\"390\""))
    let terminal = try run(["rows", "s", "--format", "svg", "--width", "40", "--set", "unit=column"])
    #expect(
      terminal.output.contains("font-family=\"monospace\"") && terminal.output.contains("width=\"320\""))
  }

  @Test func `unit=point does not change a picture, and a column of a terminal is eight points`() throws {
    let columns = ["CELLCTL_WIDTH": "50"]
    let asked = try run(["rows", "s", "--format", "svg", "--set", "unit=point"], environment: columns)
    let plain = try run(["rows", "s", "--format", "svg"], environment: columns)
    #expect(asked.output == plain.output && plain.output.contains("width=\"720\""))
    let frames = try run(
      ["rows", "s", "--format", "frames", "-o", "json", "--set", "unit=point"], environment: columns)
    #expect(try cellctl.object(frames.output)["width"] as? Int == 400)
  }

  @Test func `a theme sets the colours, also for a shared view`() throws {
    let dark = try run(["rows", "s", "--format", "html", "--set", "theme=dark"])
    #expect(dark.output.contains("background:var(--sapBackgroundColor,#12171c)"))
    #expect(dark.output.contains("fill=\"var(--sapList_Background,#1d232a)\""))
    #expect(try cellctl.run("view", "s", "--view", "night", "theme=dark", "width=40").status == 0)
    let shared = try cellctl.run("rows", "s", "--view", "night", "--format", "html")
    #expect(shared.output.contains("background:var(--sapBackgroundColor,#12171c)"))
  }

  @Test func `json has pictures as members`() throws {
    let run = try run(["rows", "s", "--format", "svg", "-o", "ndjson"])
    let row = try cellctl.object(run.lines[0])
    #expect((row["picture"] as? String)?.hasPrefix("<svg") == true)
    #expect((row["size"] as? [String: Any])?["width"] as? Int == 720)
  }

  @Test func `a png needs a program, and the error names it`() throws {
    let run = try run(["rows", "s", "--format", "png"], environment: ["PATH": "/nonexistent"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("rsvg-convert") && run.errors.contains("install"))
  }

  @Test func `a png without rows is an error`() throws {
    let run = try run(["rows", "s", "--format", "png", "--count", "0"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("nothing to draw"))
  }

  @Test func `lines of text cannot be in points, and the error names formats that can`() throws {
    let run = try run(["rows", "s", "--set", "unit=point"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("frames, svg or html, or") && !run.errors.contains("hello"), "\(run.errors)")
  }

  @Test(arguments: [
    ["rows", "s", "--format", "png", "-o", "json"], ["watch", "s", "--format", "svg"],
    ["rows", "s", "--format", "png", "--zoom", "0"], ["demo", "--format", "svg"],
  ])
  func `options that contradict each other are a usage error`(arguments: [String]) throws {
    #expect(try CellctlProcess.run(arguments, socket: cellctl.socketPath).status == 2)
  }
}
