import Foundation
import Testing

/// Options about records together with a preset, in all commands that have them.
@Suite struct CellctlRecordOptionTests {
  private let cellctl: CellctlSession
  private let folder: URL

  /// Adds presets of the user. `plain` writes a table, and `other` has no command that runs.
  init() throws {
    cellctl = try CellctlSession()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("celld-\(UUID().uuidString)")
    let presets = folder.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: true)
    let files = [
      "plain": """
      # title: Plain
      # command: printf '1,web,Up\\n2,db,Down\\n'
      # from: csv
      # columns: nr,name,state
      # id: {id}-{title}
      {id: .nr, title: .name, subtitle: .state, status: .state}
      """,
      "other": """
      # title: Other
      # command: false
      # from: csv
      # columns: nr,name,state
      {id: .nr, title: "other \\(.name)"}
      """,
      "raw": """
      # title: Raw
      # command: echo '{"id":"a","name":"A","kind":"Pod","status":{"phase":"Up"}}'
      .
      """,
    ]
    for (name, text) in files {
      try text.write(to: presets.appendingPathComponent("\(name).jq"), atomically: true, encoding: .utf8)
    }
    for path in [folder, presets] + files.keys.map({ presets.appendingPathComponent("\($0).jq") }) {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }
  }

  private func run(_ arguments: [String], input: String? = nil) throws -> CellctlProcess {
    try CellctlProcess.run(
      arguments, input: input, socket: cellctl.socketPath, environment: ["XDG_CONFIG_HOME": folder.path])
  }

  @Test(arguments: [
    ([], "1-web web/Up/Up,2-db db/Down/Down"),
    // The mapped members change, and the others stay.
    (["--map", "subtitle=of {title}"], "1-web web/of web/Up,2-db db/of db/Down"),
    (["--map", "title={title}!", "--map", "status/text={id}"], "1-web web!/Up/1,2-db db!/Down/2"),
    (["--map", "subtitle={missing}"], "1-web web//Up,2-db db//Down"),
    (["--id", "title"], "web web/Up/Up,db db/Down/Down"),
    (["--jq", "{id: .nr, title: .state}"], "1 Up//,2 Down//"),
    (["--jq", ".", "--id", "name", "--map", "title={nr}"], "web 1//,db 2//"),
    (["--preset", "other"], "1 other web//,2 other db//"),
    (["--from", "lines", "--jq", "{id: .text, title: .text}"], "1,web,Up 1,web,Up//,2,db,Down 2,db,Down//"),
  ])
  func `options of 'show' and 'watch' add to what the preset says, or replace it`(
    options: [String], cells: String
  ) throws {
    let shown = try run(
      ["show", "plain", "-o", "ndjson", "--format", "frames"] + options)
    try #require(shown.status == 0, "\(shown.errors)")
    #expect(try shown.lines.map(texts).joined(separator: ",") == cells)

    let watch = try CellctlProcess.start(
      ["watch", "plain", "--every", "1h", "-o", "ndjson", "--format", "frames"] + options,
      socket: "/nonexistent/celld.sock", environment: ["XDG_CONFIG_HOME": folder.path])
    defer { watch.process.terminate() }
    var printed = ""
    while !printed.hasSuffix("\n") || !printed.contains("\"slot\":\"title\"") {
      let piece = watch.output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      printed += String(decoding: piece, as: UTF8.self)
    }
    let last = try cellctl.object(printed.split(separator: "\n").last.map(String.init) ?? "")
    let rows = last["rows"] as? [[String: Any]] ?? []
    #expect(rows.map(texts).joined(separator: ",") == cells, "\(printed)")
  }

  private func texts(_ line: String) throws -> String { texts(try cellctl.object(line)) }

  /// The id of a row of frames, with its title, subtitle and status.
  private func texts(_ row: [String: Any]) -> String {
    let elements = row["elements"] as? [[String: Any]] ?? []
    let texts = ["title", "subtitle", "status"].map { slot in
      let lines = elements.first { $0["slot"] as? String == slot }?["lines"] as? [[String: Any]]
      return lines?.first?["text"] as? String ?? ""
    }
    return "\(row["id"] ?? "") \(texts.joined(separator: "/"))"
  }

  @Test func `results of a preset that are not cells become cells by --map`() throws {
    let shown = try run(["show", "raw", "--map", "title={name}"])
    #expect(shown.output == "A\n", "\(shown.errors)")
  }

  @Test func `--map adds to a preset in 'render' and in 'push --every', too`() throws {
    let rendered = try run(
      ["render", "--preset", "plain", "--map", "subtitle=of {id}", "-o", "ndjson", "--format", "frames"],
      input: "1,web,Up\n")
    #expect(try rendered.lines.map(texts) == ["1-web web/of 1/Up"], "\(rendered.errors)")
    let push = try CellctlProcess.start(
      ["push", "s", "--preset", "plain", "--every", "1h", "--map", "subtitle=of {id}"],
      socket: cellctl.socketPath, environment: ["XDG_CONFIG_HOME": folder.path])
    defer { push.process.terminate() }
    #expect(eventually { (try? cellctl.texts("subtitle", of: "s")) == ["of 1", "of 2"] })
  }

  @Test(arguments: [
    (["watch", "s", "--map", "title={x}"], 2, "--map is for records; a session has cells already"),
    (["watch", "s", "--preset", "plain"], 2, "--preset is for records; a session has cells already"),
    (["watch", "plain", "--every", "1h", "--map", "titel={x}"], 2, "a cell has no member 'titel'"),
    (["watch", "plain", "--every", "1h", "--preset", "plian"], 4, "there is no preset \"plian\""),
    (["show", "plain", "--jq", ".", "--preset", "other"], 2, "--jq cannot be used with --preset"),
    (["show", "plain", "--data", "x"], 2, "--data needs --from mdk"),
  ])
  func `options without meaning are errors`(arguments: [String], status: Int32, sentence: String) throws {
    let run = try run(arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }
}
