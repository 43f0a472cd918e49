import Foundation
import Testing

/// `--where`, `--sort` and `--group`.
@Suite struct CellctlQueryTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
    #expect(try cellctl.run("push", "s", input: Self.input).status == 0)
  }

  private static let input = """
    {"id":"1","title":"Pump 10","status":{"text":"High","state":"negative"},"unread":true,"data":{"plant":"Köln","hours":3}}
    {"id":"2","title":"Pump 9","status":{"text":"Open","state":"informative"},"data":{"plant":"Berlin","hours":12}}
    {"id":"3","title":"Valve","tags":["007"],"data":{"plant":"Berlin"}}
    """

  private func ids(_ arguments: String...) throws -> [String] {
    let run = try CellctlProcess.run(["rows", "s", "-o", "ids"] + arguments, socket: cellctl.socketPath)
    #expect(run.status == 0, "\(run.errors)")
    return run.lines
  }

  @Test func `conditions choose cells`() throws {
    #expect(try ids("--where", "status/state=negative") == ["1"])
    #expect(try ids("--where", "status/state!=negative") == ["2", "3"])
    #expect(try ids("--where", "data/plant=koln") == ["1"])
    #expect(try ids("--where", "title~PUMP") == ["1", "2"])
    #expect(try ids("--where", "title~p*9") == ["2"])
    #expect(try ids("--where", "data/hours>3") == ["2"])
    #expect(try ids("--where", "data/hours<12", "--where", "unread=true") == ["1"])
    #expect(try ids("--where", "status=") == ["3"])
    #expect(try ids("--where", "status!=") == ["1", "2"])
    #expect(try ids("--where", "tags=007") == ["3"])
    #expect(try ids("--where", "title=a=b") == [])
  }

  /// `render` has the rows of a session with the same cells.
  @Test(arguments: [
    ["--where", "status/state!=negative"], ["--sort", "-title"],
    ["--group", "data/plant", "--sort", "data/hours"],
    ["--count", "1"], ["--group", "data/plant", "--count", "3"],
    ["--where", "title~pump", "--sort", "title"],
    ["--where", "title=none"], ["--count", "0"],
  ])
  func `render orders as rows does`(arguments: [String]) throws {
    for form in [["-o", "ndjson"], ["--width", "60"]] {
      let rows = try CellctlProcess.run(["rows", "s"] + form + arguments, socket: cellctl.socketPath)
      let rendered = try CellctlProcess.run(["render"] + form + arguments, input: Self.input)
      #expect(rendered.status == 0 && rendered.lines == rows.lines, "\(rendered.errors)")
    }
  }

  @Test func `operators with an equals sign have the usual meaning`() throws {
    #expect(try ids("--where", "data/hours>=3") == ["1", "2"])
    #expect(try ids("--where", "data/hours>=4") == ["2"])
    #expect(try ids("--where", "data/hours<=3") == ["1"])
    #expect(try ids("--where", "data/hours<=12.0") == ["1", "2"])
    #expect(try ids("--where", "title<=pump 9") == ["2"])
    #expect(try ids("--where", "title>=PUMP 10") == ["1", "3"])
    #expect(try ids("--where", "status/state<=informative") == ["1", "2"])
    #expect(try ids("--where", "tags>=007") == ["3"])
    #expect(try ids("--where", "data/plant==koln") == ["1"])
    #expect(try ids("--where", "status==") == ["3"])
    #expect(try ids("--where", "title===") == [])
  }

  @Test func `fields sort and group`() throws {
    #expect(try ids("--sort", "title") == ["2", "1", "3"])
    #expect(try ids("--sort", "-data/hours,title") == ["2", "1", "3"])
    #expect(try ids("--sort=-title") == ["3", "1", "2"])
    let rows = try cellctl.run("rows", "s", "--group", "data/plant", "--sort", "title", "--width", "20").lines
    #expect(
      rows == [
        "Berlin (2)", "  Pump 9        Open", "  Valve", "  ‹007›", "Köln (1)", "● Pump 10       High",
      ])
  }

  @Test func `cells are exported and got in the order of a query`() throws {
    func found(_ arguments: String...) throws -> [String] {
      let run = try CellctlProcess.run(arguments, socket: cellctl.socketPath)
      #expect(run.status == 0, "\(run.errors)")
      return try run.lines.map { try cellctl.object($0)["id"] as? String ?? "" }
    }
    #expect(try found("export", "s", "--sort", "-title") == ["3", "1", "2"])
    #expect(try found("export", "s", "--where", "data/plant=berlin", "--group", "data/plant") == ["2", "3"])
    #expect(try found("get", "s", "--where", "unread=true") == ["1"])
    #expect(try cellctl.run("get", "s", "--where", "unread=true", "--member", "title").output == "Pump 10\n")
    #expect(try cellctl.run("get", "s").status == 2)
    #expect(try cellctl.run("get", "s", "1", "--where", "unread=true").status == 2)
  }

  @Test func `a watch has the rows of a query`() throws {
    let running = try CellctlProcess.start(
      ["watch", "s", "-o", "ids", "--where", "title~pump", "--sort", "title"], socket: cellctl.socketPath)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 2)
    let watch = try CellctlProcess.start(
      ["watch", "s", "--where", "title~pump", "--sort", "title"], socket: cellctl.socketPath)
    // The session ends when both rows were printed.
    var text: [UInt8] = []
    while !String(decoding: text, as: UTF8.self).contains("Pump 10") {
      let piece = watch.output.fileHandleForReading.availableData
      try #require(!piece.isEmpty)
      text += piece
    }
    try cellctl.run("drop", "s")
    watch.process.waitUntilExit()
    #expect(String(decoding: text, as: UTF8.self).contains("Pump 9"))
    #expect(watch.process.terminationStatus == 4)
  }

  @Test func `mistakes are explained`() throws {
    let mistakes = [
      (
        ["--where", "tilte=x"],
        "The value 'tilte=x' is invalid for '--where <condition>': there is no field 'tilte'; did you mean 'title'?"
      ),
      (
        ["--where", "title"],
        "expected a field, one of = != ~ < <= > >= and a value, such as status/state=negative"
      ),
      (["--where", "=x"], "expected a field, one of = != ~ < <= > >= and a value"),
      (["--where", "data//a=1"], "a path in data has a name after each slash, such as data/plant/name"),
      (
        ["--sort", "title,-stauts"],
        "The value 'title,-stauts' is invalid for '--sort <fields>': there is no field 'stauts'; did you mean 'status'?"
      ),
      (["--sort", "foo"], "there is no field 'foo'; 'cellctl help queries' names the fields"),
      (["--sort", ","], "expected fields with commas between them, such as status/state,-data/hours"),
      (["--group", "stauts"], "--group stauts: there is no field 'stauts'; did you mean 'status'?"),
    ]
    for (arguments, sentence) in mistakes {
      let run = try cellctl.run("rows", "s", arguments[0], arguments[1])
      // Messages are wrapped.
      let errors = run.errors.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(run.status == 2 && errors.contains(sentence), "\(errors)")
    }
    let view = try cellctl.run("rows", "s", "--view", "main", "--sort", "title")
    #expect(view.status == 2 && view.errors.contains("--where, --sort and --group"))
    let nothing = try cellctl.run("rows", "s", "--where", "title=nothing")
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(nothing.errors == "no cells in s that meet the conditions\n")
  }
}
