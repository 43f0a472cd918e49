import Foundation
import Glibc
import Testing

/// `cellctl pick`, and lists that are read line by line.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled)) struct CellctlPickTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  private func records(_ count: Int) -> String {
    (0..<count).map { #"{"id":"j\#($0)","title":"Job \#($0)","href":"https://example.com/\#($0)"}"# }
      .joined(separator: "\n") + "\n"
  }

  private func pick(
    _ command: String, columns: Int = 80, lines: Int = 10, environment: [String: String] = [:]
  ) throws -> TmuxTerminal {
    try TmuxTerminal(
      command, socket: cellctl.socketPath, columns: columns, lines: lines, environment: environment)
  }

  @Test(arguments: [30, 80, 200])
  func `words are typed, a cell is chosen, and its id is printed`(columns: Int) throws {
    try cellctl.run("push", "jobs", input: records(200))
    let terminal = try pick("cellctl pick jobs | sed 's/^/picked: /'", columns: columns)
    #expect(terminal.wait(for: "of 200"))
    try terminal.type("job 17")
    #expect(terminal.wait { $0.last?.hasPrefix("> job 17") == true && $0.last?.contains("of 20") == true })
    #expect(terminal.wait { $0.first == "▌ Job 17" && $0[1] == "  Job 170" })
    try terminal.resize(columns: 40, lines: 6)
    #expect(terminal.wait { $0.count == 6 && $0.first == "▌ Job 17" && $0[5].hasPrefix("> job 17") })
    try terminal.press("Down", "Enter")
    #expect(terminal.wait { Array($0.prefix(2)) == ["picked: j170", "ended with 0"] })
  }

  private static let works =
    ["Lift motors", "Main hall", "Mill house", "mh", "Dam", "Mohair", "Yard"].enumerated()
    .map { #"{"id":"\#($0)","title":"\#($1)","subtitle":"Row \#($0)","data":{"code":"q\#($0)h7"}}"# }.joined(
      separator: "\n")

  @Test(arguments: [30, 80, 200])
  func `rows are ranked by how well the words fit, and equal ones stay in order`(columns: Int) throws {
    try cellctl.run("push", "works", input: Self.works)
    let terminal = try pick("cellctl pick works", columns: columns, lines: 11)
    #expect(terminal.wait(for: "of 7"))
    try terminal.press("C-t")
    #expect(terminal.wait { $0[1] == "  Main hall" })
    try terminal.type("mh")
    let ranked = ["▌ mh", "  Main hall", "  Mill house", "  Mohair", ""]
    #expect(terminal.wait { Array($0.prefix(5)) == ranked }, "\(terminal.lines)")
    // The first row is that which fits best, also after another row was chosen.
    try terminal.press("Down", "BSpace", "BSpace")
    #expect(terminal.wait { $0[0] == "▌ Lift motors" })
    try terminal.type("row 4")
    #expect(terminal.wait { $0[0].hasPrefix("▌ Dam") && $0[0].contains("Row 4") && $0[1].isEmpty })
    // What no title has is looked for in whole cells.
    try terminal.press("C-u")
    try terminal.type("q6h")
    #expect(terminal.wait { $0[0].hasPrefix("▌ Yard") && $0[1].isEmpty })
    #expect(terminal.wait { $0[0].contains("q6h7") }, "\(terminal.lines)")
    #expect(terminal.lines.last?.contains("fuzzy") == false)
  }

  @Test func `in groups, the cursor is at the row that fits best, not at a section`() throws {
    let cells = ["Dam", "Mohair", "mh", "Yard"].enumerated().map {
      #"{"id":"\#($0)","title":"\#($1)","data":{"site":"North"}}"#
    }
    try cellctl.run("push", "works", input: cells.joined(separator: "\n"))
    let terminal = try pick("cellctl pick works --group data/site")
    #expect(terminal.wait(for: "of 5"))
    try terminal.type("mh")
    #expect(
      terminal.wait { Array($0.prefix(4)) == ["  North (2)", "▌ mh", "  Mohair", ""] }, "\(terminal.lines)")
    try terminal.press("Enter")
    #expect(terminal.wait { Array($0.prefix(2)) == ["2", "ended with 0"] })
  }

  @Test func `words must be contained if the cells are too many, thoroughly`() throws {
    let cells = (0...100_000).map { #"{"id":"\#($0)","title":"Row \#($0)"}"# }
    try cellctl.run("push", "many", input: cells.joined(separator: "\n"))
    let terminal = try pick("cellctl pick many")
    #expect(terminal.wait(for: "of 100001"))
    try terminal.type("rw 17")
    #expect(terminal.wait(for: "no cells not fuzzy · over 100,000 cells"))
    try terminal.press("C-u")
    try terminal.type("row 99999")
    #expect(terminal.wait { $0[0] == "▌ Row 99999" && $0[1].isEmpty })
    try cellctl.run("remove", "many", "1")
    try terminal.press("C-u")
    try terminal.type("rw 9999 8")
    #expect(
      terminal.wait { $0[0] == "▌ Row 99998" && $0.last?.contains("fuzzy") == false }, "\(terminal.lines)")
  }

  @Test func `words that were typed without a daemon choose nothing until it is back`() throws {
    let directory = try StoreDirectory()
    let first = try directory.start()
    let path = first.socketPath
    _ = try CellctlProcess.run(
      ["push", "s"], input: #"{"id":"a","title":"Насос"}"# + "\n" + #"{"id":"b","title":"Лифт"}"# + "\n",
      socket: path)
    let terminal = try TmuxTerminal(
      "cellctl pick s | sed 's/^/picked: /'", socket: path, columns: 60, lines: 8, environment: [:])
    #expect(terminal.wait(for: "of 2"))
    first.signal(SIGTERM)
    #expect(try first.exitStatus() == 0)
    #expect(terminal.wait(for: "reconnecting"))
    try terminal.type("Лифт")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "the daemon is not there"))
    let second = try directory.start()
    #expect(terminal.wait { $0.first == "▌ Лифт" })
    try terminal.press("Enter")
    #expect(terminal.wait { $0.first == "picked: b" }, "\(terminal.lines)")
    withExtendedLifetime(second) {}
  }

  @Test func `marked cells are printed in the order of the marks`() throws {
    try cellctl.run("push", "jobs", input: records(20))
    let terminal = try pick("cellctl pick jobs --print href")
    #expect(terminal.wait(for: "of 20"))
    try terminal.press("Down", "Tab")
    #expect(
      terminal.wait { $0[1] == " ✓Job 1" && $0[2] == "▌ Job 2" && $0.last?.contains("1 marked") == true })
    try terminal.press("Tab", "Tab", "Up", "Tab")
    #expect(terminal.wait { $0.last?.contains("2 marked") == true })
    // A mark stays if the filter hides its cell.
    try terminal.type("job 0")
    #expect(terminal.wait { $0.first == "▌ Job 0" })
    try terminal.press("Tab", "Enter")
    #expect(
      terminal.wait {
        Array($0.prefix(4)) == [
          "https://example.com/1", "https://example.com/2", "https://example.com/0", "ended with 0",
        ]
      }, "\(terminal.lines)")
  }

  @Test func `signs are of ASCII if glyphs are`() throws {
    try cellctl.run("push", "jobs", input: records(20))
    let terminal = try pick("cellctl pick jobs --set glyphs=ascii")
    #expect(terminal.wait(for: "of 20"))
    try terminal.press("Down", "Tab")
    #expect(terminal.wait { $0[1] == " +Job 1" && $0[2] == "> Job 2" })
  }

  @Test func `records of a pipe are picked from while they come`() throws {
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try records(50).write(toFile: folder + "/a", atomically: true, encoding: .utf8)
    #expect(mkfifo(folder + "/more", 0o600) == 0)
    let terminal = try pick("cat \(folder)/a \(folder)/more | cellctl pick --print json | cut -c 1-24")
    #expect(terminal.wait(for: "of 50"))
    try #"{"id":"z","title":"Last"}"#.appending("\n").write(
      to: URL(fileURLWithPath: folder + "/more"), atomically: false, encoding: .utf8)
    #expect(terminal.wait(for: "of 51"))
    try terminal.type("last")
    #expect(terminal.wait(cursorAt: "Last"))
    try terminal.press("Enter")
    #expect(terminal.wait { $0.first?.hasPrefix(#"{"id":"z","title":"Last""#) == true })
  }

  @Test func `a file, options of records, and bad records`() throws {
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "name,state\n-x y,Up\ndb,Down\n".write(toFile: folder + "/a.csv", atomically: true, encoding: .utf8)
    let file = try pick(
      "cellctl pick \(folder)/a.csv --from csv --id name --map 'title={name},status={state}'")
    #expect(file.wait { $0.first?.hasPrefix("▌ -x y") == true })
    try file.press("Enter")
    #expect(file.wait { Array($0.prefix(2)) == ["-x y", "ended with 0"] })
  }

  @Test(arguments: [
    (#"{"x":1}"#, [#"cellctl: line 1: the record has no "id""#, "  name the field with --id"]),
    (#"{"id":"1","title":"A""#, ["the JSON text ends too early", "  the input is cut off"]),
    (#"{"id":"1"}"#, [#"cellctl: line 1: title: "title" is required"#, "  make cells of other records"]),
  ])
  func `pick ends with the error if there is nothing to choose`(record: String, sentences: [String]) throws {
    for mode in ["", "--plain"] {
      let terminal = try pick("echo '\(record)' | cellctl pick --no-guess \(mode)")
      #expect(terminal.wait(for: "ended with 5"), "\(terminal.lines)")
      let text = terminal.lines.joined(separator: "\n")
      for sentence in sentences { #expect(text.contains(sentence), "\(text)") }
    }
  }

  @Test func `an error after some cells stays visible, and is printed at the end`() throws {
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try records(3).write(toFile: folder + "/a", atomically: true, encoding: .utf8)
    #expect(mkfifo(folder + "/more", 0o600) == 0)
    let terminal = try pick("cat \(folder)/a \(folder)/more | cellctl pick")
    #expect(terminal.wait(for: "of 3"))
    try "{}\n".write(to: URL(fileURLWithPath: folder + "/more"), atomically: false, encoding: .utf8)
    #expect(terminal.wait { $0.first?.contains(#"has no "id""#) == true })
    try terminal.press("Down")
    #expect(terminal.wait(cursorAt: "Job 1"))
    #expect(terminal.lines.first?.contains(#"has no "id""#) == true)
    try terminal.press("Enter")
    #expect(terminal.wait { $0.contains("j1") && $0.contains("ended with 0") }, "\(terminal.lines)")
    #expect(terminal.lines.contains { $0.hasPrefix("cellctl: ") && $0.contains(#"has no "id""#) })
  }

  @Test func `the exit status is 1 without a choice, and 130 after an interrupt`() throws {
    try cellctl.run("push", "jobs", input: records(3))
    for (key, status) in [("Escape", 1), ("C-c", 130)] {
      let terminal = try pick("cellctl pick jobs")
      #expect(terminal.wait(for: "of 3"))
      try terminal.press(key)
      #expect(terminal.wait(for: "ended with \(status)"))
    }
    #expect(try cellctl.run("pick", "nothing").status == 4)
    let piped = try cellctl.run("pick", "jobs")
    #expect(piped.status == 1 || piped.errors.contains("/dev/tty"))
  }

  @Test func `the private daemon ends with pick`() throws {
    let terminal = try pick(#"echo '{"id":"a","title":"A"}' | cellctl pick; echo ended"#)
    #expect(terminal.wait(cursorAt: "A"))
    try terminal.press("Enter")
    #expect(terminal.wait { Array($0.prefix(2)) == ["a", "ended"] })
  }

  // MARK: - Lines

  private func plain(_ arguments: [String], input: String) throws -> CellctlProcess {
    try CellctlProcess.run(arguments, input: input, socket: cellctl.socketPath)
  }

  @Test func `lines are labels, and commands are words`() throws {
    try cellctl.run(
      "push", "jobs",
      input: (0..<30).map { #"{"id":"j\#($0)","title":"Job \#($0)","unread":true,"status":"Open"}"# }.joined(
        separator: "\n"))
    let run = try plain(
      ["watch", "jobs", "--plain"],
      input: "\nnext\n20\nsearch job 27\nfilter job 2\nactions\nselect\nzzz\nhelp\nquit\n")
    #expect(run.status == 0)
    #expect(!run.output.contains("\u{1B}"))
    let lines = run.lines
    #expect(lines[0] == "jobs: 30 rows. Type help for the commands.")
    #expect(
      Array(lines[1...5]) == [
        "1 of 30: unread, Job 0, Open", "2 of 30: unread, Job 1, Open", "3 of 30: unread, Job 2, Open",
        "20 of 30: unread, Job 19, Open", "28 of 30: unread, Job 27, Open",
      ], "\(lines)")
    #expect(lines[6] == "10 of 12: unread, Job 27, Open")
    #expect(lines[7] == "1  Open")
    #expect(lines.contains("nothing can be selected in jobs"))
    #expect(lines.contains("there is no command \"zzz\"; help lists them"))
    #expect(lines.contains("search WORDS: search in whole cells, also in what is cut"))
  }

  @Test func `pick in lines marks and chooses`() throws {
    try cellctl.run("push", "jobs", input: records(30))
    let run = try plain(["pick", "jobs", "--plain"], input: "mark\n\nmark\nchoose\n")
    #expect(run.output == "j0\nj2\n")
    #expect(run.status == 0)
    #expect(run.errors.contains("2 of 30: Job 1"))
    #expect(try plain(["pick", "jobs", "--plain"], input: "quit\n").status == 1)
    #expect(try plain(["pick", "jobs", "--plain"], input: "").status == 1)
  }

  @Test func `a terminal that cannot be drawn on gets lines, also next to a pipe`() throws {
    try cellctl.run("push", "jobs", input: records(30))
    let terminal = try pick(
      "echo 'quit' | cellctl pick jobs | sed 's/^/picked: /'", environment: ["TERM": "dumb"])
    #expect(terminal.wait(for: "1 of 30: Job 0"))
    try terminal.type("20")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "20 of 30: Job 19"))
    try terminal.type("choose")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "picked: j19"))
  }

  @Test func `changes of shown rows are printed`() throws {
    try cellctl.run("push", "jobs", input: records(3))
    let terminal = try pick("cellctl watch jobs --plain --interval 10")
    #expect(terminal.wait(for: "1 of 3: Job 0"))
    try cellctl.run("patch", "jobs", "j1", "status=Late")
    #expect(terminal.wait(for: "changed: 2 of 3: Job 1, Late"))
    try terminal.press("q", "Enter")
    #expect(terminal.wait(for: "ended with 0"))
  }
}
