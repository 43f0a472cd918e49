import Foundation
import Glibc
import Testing

/// Guesses of commands about files and pipes.
@Suite struct CellctlGuessTests {
  private static let gates = """
    [{"gate":"north","state":"open"},{"gate":"south","state":"failed"},{"gate":"north","state":"open"}]
    """

  private func render(_ arguments: String..., input: String = gates) throws -> CellctlProcess {
    try CellctlProcess.run(["render"] + arguments, input: input)
  }

  /// The path of a file with a text, in a folder of its own.
  private func file(_ name: String, _ text: String = gates) throws -> String {
    let path = try DaemonProcess.makeDirectory() + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }

  @Test func `a line says what was guessed`() throws {
    let run = try render()
    #expect(run.status == 0 && run.lines.count == 3 && run.output.contains("south"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("--map 'title={gate},status={state|state}'"), "\(run.errors)")
    #expect(try render("--quiet").errors.isEmpty)
    let explained = try render("--explain").errors
    #expect(explained.contains("  list ") && explained.contains("  title ") && explained.contains("{gate}"))
    #expect(try render("--no-guess").status == 5)
  }

  @Test(
    arguments: [["push", "gates", "--guess", "--id", "gate"], ["lint"], ["header", "north"], ["compare"]])
  func `--quiet prints no note on the records`(words: [String]) throws {
    let cellctl = try CellctlSession()
    let path = try file("gates.json")
    defer { remove(path) }
    var words = words
    words.insert(path, at: words[0] == "push" ? 2 : 1)
    func errors(_ words: [String]) throws -> String {
      try CellctlProcess.run(words, socket: cellctl.socketPath).errors
    }
    #expect(try errors(words).contains("guessed "))
    #expect(try errors(words + ["--quiet"]).isEmpty)
  }

  @Test(.enabled(if: TmuxTerminal.isInstalled), arguments: ["pick FILE", "watch FILE", "watch -- cat FILE"])
  func `--quiet prints no note after a list`(words: String) throws {
    let cellctl = try CellctlSession()
    let path = try file("gates.json")
    defer { remove(path) }
    let arguments = words.replacing("FILE", with: path).replacing("watch", with: "watch --quiet")
      .replacing("pick", with: "pick --quiet")
    let terminal = try TmuxTerminal(
      "cellctl \(arguments)", socket: cellctl.socketPath, columns: 80, lines: 12)
    #expect(terminal.wait(for: "of 3"))
    try terminal.press(words.hasPrefix("pick") ? "Enter" : "q")
    #expect(terminal.wait(for: "ended with 0"))
    #expect(!terminal.lines.joined().contains("guessed"), "\(terminal.lines)")
  }

  @Test(arguments: [[], ["--map", "title={title}"]])
  func `other lines between cells are skipped, as between records`(mapping: [String]) throws {
    let cells = #"{"id":"1","title":"नमस्ते"}"# + "\nlistening on 80\n" + #"{"id":"2","title":"b"}"#
    let text = cells + "\r\n" + #"{"id":"3","title":"cut","# + "\n" + #"{"id":"4","title":"d"}"# + "\n"
    let shown = try CellctlProcess.run(["render", "-"] + mapping, input: text)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.split(separator: "\n").count == 3, "\(shown.output)")
    #expect(shown.errors.contains("2 records skipped; the first: line 2"), "\(shown.errors)")
  }

  @Test func `strict ends with 5 for what is not shown as it is`() throws {
    let broken = #"{"name":"a","n":1}"# + "\n7\n" + #"{"name":"b","n":2}"# + "\n"
    let skipped = try render(input: broken)
    #expect(skipped.status == 0 && skipped.output.contains("b"))
    #expect(skipped.errors.contains("1 record skipped"), "\(skipped.errors)")
    #expect(try render("--strict", input: broken).status == 5)
    #expect(try render("--strict").status == 0)
    let word = try render(
      "--strict", "--map", "title={name},status={status|state}", "--id", "name",
      input: #"[{"name":"a","status":"wobbly"}]"#)
    #expect(word.status == 5 && word.errors.contains(#"no state is known for "wobbly""#), "\(word.errors)")
    let slot = try render("--strict", input: #"[{"id":"1","title":"a","number":3}]"#)
    #expect(slot.status == 5 && slot.errors.contains("number"), "\(slot.errors)")
  }

  @Test func `a shape and columns can be named`() throws {
    let run = try render(
      "--at", "rows", "--shape", "rows", "--columns", "city,height", "--map", "title={city} {height}",
      "--id", "city", input: #"{"rows":[["Ulm",161],["Bonn",45]]}"#)
    #expect(run.lines == ["Ulm 161", "Bonn 45"], "\(run.errors)")
  }

  @Test func `tables that are not even are counted`() throws {
    let path = try file("x.csv", "name,name,,state\na,b,c,up\nd\ne,f,g,down,h\n")
    defer { remove(path) }
    let run = try CellctlProcess.run(["render", path])
    #expect(run.status == 0 && run.lines.contains { $0.hasPrefix("e") })
    #expect(run.errors.contains("2 rows with other numbers of columns"), "\(run.errors)")
    #expect(run.errors.contains("2 columns numbered"), "\(run.errors)")
  }

  @Test func `packed data has bounds`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "head -c 20000000 /dev/zero | gzip -9 | \"$0\" render", CellctlProcess.program.path,
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 5 && text.contains("unpacks to more than"), "\(text)")
  }

  @Test func `rows of a pipe come before its end`() throws {
    let path = try file("pipe", "")
    defer { remove(path) }
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let running = try CellctlProcess.start(["render", path], socket: "/nonexistent/celld.sock")
    let input = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try input.write(contentsOf: Data((#"{"name":"first","state":"up"}"# + "\n").utf8))
    let output = running.output.fileHandleForReading
    #expect(String(decoding: output.availableData, as: UTF8.self).contains("first"))
    try input.write(contentsOf: Data((#"{"name":"second","state":"down"}"# + "\n").utf8))
    #expect(String(decoding: output.availableData, as: UTF8.self).contains("second"))
    try input.close()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
  }

  @Test func `push guesses with an id only that is different in all records`() throws {
    let cellctl = try CellctlSession()
    let rooms = #"[{"room_id":"r1","label":"Hall","status":"ready"},{"room_id":"r2","label":"Attic"}]"#
    #expect(try cellctl.run("push", "rooms", input: rooms).status == 5)
    let pushed = try cellctl.run("push", "rooms", "--guess", "--id", "room_id", input: rooms)
    #expect(pushed.status == 0, "\(pushed.errors)")
    #expect(try cellctl.texts("title", of: "rooms") == ["Hall", "Attic"])
    let gates = try cellctl.run("push", "gates", "--guess", input: Self.gates)
    #expect(gates.status == 5 && gates.errors.contains("--id"), "\(gates.errors)")
    let twice = #"[{"id":"1","label":"a"},{"id":"2","label":"b"},{"id":"1","label":"c"}]"#
    #expect(try cellctl.run("push", "twice", "--guess", input: twice).status == 5)
    #expect(try cellctl.run("rows", "twice").status == 4)
    #expect(try cellctl.run("push", "s", "--follow", "--guess", input: rooms).status == 2)
    // The error has the options to add.
    let path = try file("rooms.json", rooms)
    defer { remove(path) }
    let plain = try cellctl.run("push", "rooms", path)
    #expect(plain.status == 5 && plain.errors.contains("--map 'title={label}"), "\(plain.errors)")
  }

  @Test func `cells without ids are shown`() throws {
    let run = try render(input: #"[{"title":"Dune","subtitle":"Herbert"},{"title":"Emma"}]"#)
    #expect(run.status == 0 && run.lines.contains("Emma"), "\(run.errors)")
    #expect(run.errors.contains("--id hash"))
  }

  @Test func `a watched file has ids of its titles`() throws {
    let cellctl = try CellctlSession()
    let path = try file("gates.json")
    defer { remove(path) }
    let running = try CellctlProcess.start(["watch", path, "-o", "ndjson"], socket: cellctl.socketPath)
    var text = ""
    while !text.contains(#""north (2)""#) {
      let piece = running.output.fileHandleForReading.availableData
      guard !piece.isEmpty else { break }
      text += String(decoding: piece, as: UTF8.self)
    }
    #expect(text.contains(#""id":"north""#) && text.contains(#""id":"north (2)""#), "\(text)")
    kill(running.process.processIdentifier, SIGINT)
    running.process.waitUntilExit()
  }

  @Test(.enabled(if: TmuxTerminal.isInstalled), arguments: [30, 80, 200])
  func `a terminal has the line after the list`(columns: Int) throws {
    let cellctl = try CellctlSession()
    let path = try file("gates.json")
    defer { remove(path) }
    let picked = try TmuxTerminal(
      "cellctl pick \(path)", socket: cellctl.socketPath, columns: columns, lines: 12)
    #expect(picked.wait(for: "of 3"))
    try picked.press("Down", "Enter")
    #expect(picked.wait(for: "ended with 0"))
    #expect(picked.lines.contains("south") && picked.lines.contains { $0.contains("guessed") })
    let rendered = try TmuxTerminal(
      "cellctl render \(path)", socket: cellctl.socketPath, columns: columns, lines: 12)
    #expect(rendered.wait(for: "ended with 0"))
    #expect(rendered.lines.count { $0.contains("north") } == 2, "\(rendered.lines)")
  }
}
