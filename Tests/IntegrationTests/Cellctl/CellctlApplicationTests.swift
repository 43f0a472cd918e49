import Foundation
import Glibc
import Testing

/// `cellctl watch` as an application: keys are typed, and screens are compared.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled)) struct CellctlApplicationTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  /// Pushes cells with the titles `Job 0`, `Job 1` and so on.
  private func push(_ count: Int, extra: (Int) -> String = { _ in "" }) throws {
    let records = (0..<count).map { #"{"id":"j\#($0)","title":"Job \#($0)"\#(extra($0))}"# }
    try cellctl.run("push", "jobs", input: records.joined(separator: "\n"))
  }

  private func watch(
    _ options: String = "", columns: Int = 80, lines: Int = 12, environment: [String: String] = [:]
  ) throws -> TmuxTerminal {
    let terminal = try TmuxTerminal(
      "cellctl watch jobs \(options)", socket: cellctl.socketPath, columns: columns, lines: lines,
      environment: environment)
    #expect(terminal.wait { $0.last?.contains("jobs") == true })
    return terminal
  }

  @Test(arguments: [30, 80, 200])
  func `the screen has the rows of its width, the cursor and a status line`(columns: Int) throws {
    try push(200) { _ in #","subtitle":"Hall 3","status":"Open""# }
    let terminal = try watch(columns: columns, lines: 7)
    let end = columns - 2
    func title(_ sign: String, _ number: Int) -> String {
      let title = "\(sign) Job \(number)"
      return title + String(repeating: " ", count: end + 2 - title.count - 4) + "Open"
    }
    let widthClass = columns == 30 ? "compact 28" : columns == 80 ? "medium 78" : "expanded 198"
    let status = " jobs · 1–3 of 200 · \(widthClass) · ? keys"
    let expected = [
      title("▌", 0), "▌ Hall 3", title(" ", 1), "  Hall 3", title(" ", 2), "  Hall 3",
      status.count <= columns ? status : " jobs · 1–3 of 200 · ? keys",
    ]
    #expect(terminal.wait { $0 == expected }, "\(terminal.lines)")
    try terminal.press("Down", "j")
    #expect(terminal.wait(cursorAt: "Job 2"))
    // The next row scrolls by its height.
    try terminal.press("j")
    #expect(terminal.wait { $0.dropFirst(4).first == title("▌", 3) && $0.first == title(" ", 1) })
    try terminal.press("k", "k", "Up")
    #expect(terminal.wait { $0.first == title("▌", 0) })
    try terminal.press("q")
    #expect(terminal.wait(for: "ended with 0"))
  }

  @Test func `keys page and jump`() throws {
    try push(200)
    let terminal = try watch(lines: 11)
    try terminal.press("PageDown")
    #expect(terminal.wait(cursorAt: "Job 9"))
    try terminal.press("G")
    #expect(terminal.wait(cursorAt: "Job 199"))
    #expect(terminal.wait(for: "191–200 of 200"))
    try terminal.press("PageUp")
    #expect(terminal.wait(for: "182–191 of 200"))
    try terminal.press("Home")
    #expect(terminal.wait(cursorAt: "Job 0"))
    try terminal.press("PageUp")
    #expect(terminal.wait(for: "1–10 of 200"))
  }

  @Test func `a search finds what is cut, and goes on at the start`() throws {
    try push(300) {
      #","data":{"a":{"b":1,"c":[2,3]},"d":"4","e":5,"f":6,"g":{"plant":["\#($0 % 100 == 40 ? "Köln" : "Bern")"]}}"#
    }
    let terminal = try watch(lines: 11)
    try terminal.press("/")
    try terminal.type("KOLN")
    #expect(terminal.wait { $0.last?.hasPrefix("/KOLN") == true })
    try terminal.press("Enter")
    #expect(terminal.wait(cursorAt: "Job 40"))
    #expect(terminal.wait(for: "/KOLN 3 hits"))
    try terminal.press("n")
    #expect(terminal.wait(cursorAt: "Job 140"))
    try terminal.press("n", "n")
    #expect(terminal.wait(cursorAt: "Job 40"))
    #expect(terminal.wait(for: "the search went on at the start"))
    try terminal.press("N")
    #expect(terminal.wait(cursorAt: "Job 240"))
    try terminal.press("/")
    try terminal.type("nowhere")
    try terminal.press("Enter")
    #expect(terminal.wait(for: "no cell has \"nowhere\""))
  }

  @Test func `a search finds texts that rows cut or hide`() throws {
    let long = String(repeating: "long ", count: 40)
    try push(30) { #","subtitle":"\#(long)end\#($0)","description":"hidden\#($0)""# }
    let terminal = try watch("--set description=hidden", columns: 30, lines: 9)
    for (text, row) in [("end17", "Job 17"), ("hidden5", "Job 5")] {
      try terminal.press("/")
      try terminal.type(text)
      try terminal.press("Enter")
      #expect(terminal.wait(cursorAt: row))
    }
  }

  @Test(arguments: [30, 80, 200])
  func `a search moves while it is typed, and marks its hits`(columns: Int) throws {
    try push(60) { $0 == 0 ? "" : #","subtitle":"\#($0 % 20 == 7 ? "Straße" : "Weg") \#($0)""# }
    let terminal = try watch(columns: columns, lines: 9)
    try terminal.press("j", "/")
    try terminal.type("STRASS")
    #expect(terminal.wait(cursorAt: "Job 7"))
    #expect(terminal.wait { $0.last?.contains("3 hits") == true }, "\(terminal.status)")
    #expect(
      terminal.wait { _ in terminal.linesWithHits.contains { $0.contains("«Straß»e 7") } },
      "\(terminal.linesWithHits)")
    try terminal.type("e 47")
    #expect(terminal.wait(cursorAt: "Job 47"))
    try terminal.type("x")
    // Nothing has it: the cursor is where it was.
    #expect(terminal.wait(cursorAt: "Job 1"))
    try terminal.press("C-u")
    try terminal.type("straße")
    #expect(terminal.wait(cursorAt: "Job 7"))
    try terminal.press("Enter")
    #expect(terminal.wait { $0.last?.contains("/straße 3 hits") == true }, "\(terminal.status)")
    try terminal.press("n")
    #expect(terminal.wait(cursorAt: "Job 27"))
    try terminal.press("/")
    try terminal.type("job 3")
    #expect(terminal.wait(cursorAt: "Job 30"))
    try terminal.press("Escape")
    // The search before goes on, from its row.
    #expect(terminal.wait(cursorAt: "Job 27"))
    try terminal.press("n")
    #expect(terminal.wait(cursorAt: "Job 47"))
    try terminal.press("Escape")
    #expect(terminal.wait { _ in !terminal.linesWithHits.dropLast(2).contains { $0.contains("«") } })
  }

  @Test(arguments: [30, 80, 200])
  func `a row shows where a hit is that it cuts or hides`(columns: Int) throws {
    let long = String(repeating: "word ", count: 60)
    try push(30) { #","subtitle":"\#(long)end\#($0)","status":"Open","data":{"a":[{"city":"Place\#($0)"}]}"# }
    let terminal = try watch(columns: columns, lines: 9)
    for (text, row) in [("end17", "Job 17"), ("place5", "Job 5")] {
      try terminal.press("/")
      try terminal.type(text)
      #expect(terminal.wait(cursorAt: row))
      let found = "«\(text == "end17" ? "end17" : "Place5")"
      #expect(
        terminal.wait { _ in terminal.linesWithHits.contains { $0.hasPrefix("▌") && $0.contains(found) } },
        "\(terminal.linesWithHits)")
      #expect(terminal.lines.allSatisfy { $0.count <= columns })
      try terminal.press("Enter")
    }
  }

  @Test(arguments: [30, 80, 200])
  func `what no cell has is tried fuzzily`(columns: Int) throws {
    try push(60) { #","subtitle":"\#($0 == 33 ? "Pump" : "Hall")""# }
    let terminal = try watch(columns: columns, lines: 9)
    try terminal.press("/")
    try terminal.type("pmp")
    #expect(terminal.wait(cursorAt: "Job 33"))
    #expect(
      terminal.wait { _ in terminal.linesWithHits.contains { $0.contains("«P»u«mp") } },
      "\(terminal.linesWithHits)")
    try terminal.press("Enter")
    #expect(terminal.wait { $0.last?.contains("/pmp 1 fuzzy hit") == true }, "\(terminal.status)")
    try terminal.press("f")
    try terminal.type("jb33")
    #expect(terminal.wait { $0.last?.contains("fuzzy") == true }, "\(terminal.status)")
    try terminal.press("C-u")
    try terminal.type("job 3")
    #expect(
      terminal.wait { $0.last?.contains("of 15") == true && $0.last?.contains("fuzzy") == false },
      "\(terminal.status)")
  }

  @Test func `a filter works as it is typed, and Esc ends it`() throws {
    try push(200)
    let terminal = try watch(lines: 11)
    try terminal.press("f")
    try terminal.type("job 19")
    #expect(terminal.wait { $0.last?.contains("of 12") == true })
    #expect(terminal.wait(cursorAt: "Job 19"))
    // A letter of a command is a letter of the text.
    try terminal.type("q")
    #expect(terminal.wait(for: "No cell has \"job 19q\"."))
    try terminal.press("BSpace", "Enter", "j")
    #expect(terminal.wait(cursorAt: "Job 119"))
    #expect(terminal.wait(for: "\"job 19\""))
    try terminal.press("Escape")
    #expect(terminal.wait(for: "of 200"))
    // The cursor stays at its cell.
    #expect(terminal.wait(cursorAt: "Job 119"))
  }

  @Test func `a paste is text for a filter, and never keys`() throws {
    try push(20)
    let terminal = try watch(lines: 11)
    try terminal.paste("q\njq")
    try terminal.press("f")
    try terminal.paste("job\n1")
    #expect(terminal.wait { $0.last?.hasPrefix("filter: job 1") == true })
    #expect(terminal.wait(for: "of 11"))
  }

  @Test func `s changes the order, and the cursor keeps its cell`() throws {
    try push(3) { #","status":{"text":"s","state":"\#(["positive", "neutral", "negative"][$0])"}"# }
    let terminal = try watch()
    try terminal.press("j", "s")
    #expect(terminal.wait(for: "order: title"))
    try terminal.press("s")
    #expect(terminal.wait(for: "order: status"))
    #expect(
      terminal.wait { $0.prefix(3).map { $0.prefix(7) } == ["  Job 2", "  Job 0", "▌ Job 1"] },
      "\(terminal.lines)")
    try terminal.press("j")
    #expect(terminal.wait(for: "by status"))
  }

  @Test func `space selects as far as the session allows it`() throws {
    try push(3)
    let terminal = try watch()
    try terminal.press("Space")
    #expect(terminal.wait(for: "nothing can be selected in jobs"))
    try cellctl.run("configure", "jobs", "--selection", "single")
    try terminal.press("Space")
    #expect(terminal.wait { $0.first?.hasPrefix("▌✓Job 0") == true })
    try terminal.press("j", "Space")
    #expect(terminal.wait { $0.first?.hasPrefix("  Job 0") == true && $0[1].hasPrefix("▌✓Job 1") })
    try cellctl.run("configure", "jobs", "--selection", "multiple")
    try terminal.press("j", "Space")
    #expect(terminal.wait(for: "2 cells selected"))
  }

  @Test func `the cursor clears no unread mark, and opening does`() throws {
    try push(3) { _ in #","unread":true"# }
    let terminal = try watch()
    try terminal.press("j", "k", "Tab")
    #expect(terminal.wait(for: "header"))
    try terminal.press("Escape", "a")
    #expect(terminal.wait(for: "actions"))
    try terminal.press("Escape", "G")
    #expect(terminal.wait(cursorAt: "Job 2"))
    #expect(try cellctl.cells(of: "jobs").allSatisfy { $0["unread"] as? Bool == true })
    try terminal.press("Enter")
    #expect(terminal.wait(for: "Title"))
    #expect(try cellctl.cells(of: "jobs").map { $0["unread"] as? Bool ?? false } == [true, true, false])
  }

  @Test func `a lists the actions, and invokes one`() throws {
    try push(2) { _ in
      #","actions":[{"id":"go","title":"Go"},{"id":"follow","title":"Follow","kind":"toggle"},{"id":"no","title":"No","enabled":false}]"#
    }
    let terminal = try watch()
    try terminal.press("a")
    #expect(
      terminal.wait {
        Array($0.prefix(6)) == [
          "  Job 0", "", "▌ 1  Go", "  2  Follow (off)", "  3  No (disabled)", "  4  Open",
        ]
      })
    try terminal.press("j", "Enter")
    #expect(terminal.wait(for: "Follow: no program listens; --on follow 'COMMAND {id}' runs a command"))
    try terminal.press("a", "2")
    #expect(terminal.wait(for: "Follow: no program listens"))
    try terminal.press("a")
    #expect(terminal.wait(for: "Follow (off)"))
    try terminal.press("3")
    #expect(terminal.wait(for: "is disabled"))
  }

  @Test func `tab shows the header, and folds groups`() throws {
    try push(4) { #","data":{"plant":"\#(["Bern", "Köln"][$0 / 2])"},"subtitle":"Hall"# + "\"" }
    let header = try watch()
    try header.press("Tab")
    #expect(
      header.wait {
        Array($0.prefix(2)) == ["  Job 0", "  Hall"] && $0.last == " jobs · header · Esc closes"
      })
    let terminal = try watch("--group data/plant", lines: 14)
    #expect(terminal.wait { $0.first == "▌ Bern (2)" })
    try terminal.press("Tab")
    #expect(terminal.wait { $0[0] == "▌ Bern (2) ›" && $0[1] == "  Köln (2)" })
    try terminal.press("j", "Enter")
    #expect(terminal.wait { $0[1] == "▌ Köln (2) ›" && $0[2].isEmpty })
    try terminal.press("k", "Enter")
    #expect(terminal.wait { $0[0] == "▌ Bern (2)" && $0[1] == "  Job 0" })
    try terminal.press("Space")
    #expect(terminal.wait(for: "this is a group, not a cell"))
  }

  @Test func `the mouse scrolls and moves the cursor, unless the terminal keeps it`() throws {
    try push(100)
    let terminal = try watch(lines: 11)
    try terminal.type("\u{1B}[<65;4;4M")
    #expect(terminal.wait(for: "4–13 of 100"))
    // The cursor stays on the screen.
    #expect(terminal.wait(cursorAt: "Job 3"))
    try terminal.type("\u{1B}[<0;9;6M")
    #expect(terminal.wait(cursorAt: "Job 8"))
    try terminal.type("\u{1B}[<64;4;4M")
    #expect(terminal.wait(for: "1–10 of 100"))
    #expect(terminal.wait(cursorAt: "Job 8"))
  }

  @Test func `c, m, e and w choose the width class`() throws {
    try push(2)
    let terminal = try watch()
    for (key, name) in [
      ("c", "compact 78"), ("e", "expanded 78"), ("m", "medium 78"), ("c", "compact"), ("w", "medium 78"),
    ] {
      try terminal.press(key)
      #expect(terminal.wait { $0.last?.contains(name) == true })
    }
  }

  @Test(arguments: [30, 80, 200])
  func `1 shows one line of each row, and all of them again`(columns: Int) throws {
    try push(200) {
      #","subtitle":"Hall \#($0)","description":"One.\nTwo.\nThree.","status":["Open","New"],"#
        + #""image":{"initials":"AB"}"#
    }
    try cellctl.run(
      "patch", "jobs", "j1",
      #"{"title":"Job 1\#(String(repeating: " and its name", count: 20))","subtitle":null}"#)
    let terminal = try watch(columns: columns, lines: 11)
    #expect(terminal.wait { $0[1].contains("Hall 0") })
    try terminal.press("1")
    func isShown(_ first: Int, _ lines: [String], cursor: Int) -> Bool {
      lines.dropLast().enumerated().allSatisfy { line, text in
        let number = first + line
        return text.hasPrefix(number == cursor ? "▌" : " ") && text.contains("Job \(number)")
      }
    }
    #expect(terminal.wait { isShown(0, $0, cursor: 0) }, "\(terminal.lines)")
    #expect(terminal.wait { $0[1].contains("…") && $0.last?.contains("1–10 of 200") == true })
    // The cursor scrolls by rows, and so do the wheel and the keys of pages.
    for _ in 1...12 { try terminal.press("j") }
    #expect(terminal.wait { isShown(3, $0, cursor: 12) }, "\(terminal.lines)")
    try terminal.type("\u{1B}[<65;4;4M")
    #expect(terminal.wait { isShown(6, $0, cursor: 12) }, "\(terminal.lines)")
    try terminal.type("\u{1B}[<0;9;2M")
    #expect(terminal.wait { isShown(6, $0, cursor: 7) }, "\(terminal.lines)")
    try terminal.press("PageDown")
    #expect(terminal.wait { isShown(15, $0, cursor: 16) }, "\(terminal.lines)")
    // Rows that come and go before it do not move the row of the cursor.
    try cellctl.run("remove", "jobs", "j2", "j3", "j4")
    #expect(terminal.wait { $0.last?.contains("13–22 of 197") == true })
    #expect(isShown(15, terminal.lines, cursor: 16), "\(terminal.lines)")
    try cellctl.run(
      "push", "jobs", "--position", "start", input: #"{"id":"new","title":"New"}"#)
    #expect(terminal.wait { $0.last?.contains("14–23 of 198") == true && isShown(15, $0, cursor: 16) })
    try terminal.resize(columns: columns, lines: 7)
    #expect(terminal.wait { $0.count == 7 && isShown(15, $0, cursor: 16) })
    // At the end, the window is full, also with fewer rows.
    try terminal.press("G")
    #expect(terminal.wait { isShown(194, $0, cursor: 199) }, "\(terminal.lines)")
    try terminal.press("f")
    try terminal.type("job 19")
    #expect(terminal.wait { $0.last?.contains("7–12 of 12") == true && isShown(194, $0, cursor: 199) })
    try terminal.press("Escape", "g")
    #expect(terminal.wait(cursorAt: "New"))
    try terminal.press("j")
    #expect(terminal.wait(cursorAt: "Job 0"))
    try terminal.press("1")
    #expect(terminal.wait { $0.contains { $0.contains("Hall 0") } }, "\(terminal.lines)")
    #expect(terminal.wait(cursorAt: "Job 0"))
  }

  @Test func `the place is kept through edits, resizes and a stop`() throws {
    try push(200) { _ in #","subtitle":"a text that is long enough for a second line","status":"Open""# }
    let terminal = try watch(columns: 80, lines: 20)
    try terminal.press("/")
    try terminal.type("job 120")
    try terminal.press("Enter")
    #expect(terminal.wait(cursorAt: "Job 120"))
    // In a narrow footer, the hits of a search replace the place in the list.
    try terminal.press("Escape")
    #expect(terminal.wait(for: "of 200"))
    let line = terminal.lines.firstIndex { $0.hasPrefix("▌") }
    // Cells before and in the window.
    let records = (0..<50).map { #"{"id":"n\#($0)","title":"New \#($0)"}"# }.joined(separator: "\n")
    try cellctl.run("push", "jobs", "--position", "start", input: records)
    #expect(terminal.wait(for: "of 250"))
    #expect(terminal.lines.firstIndex { $0.hasPrefix("▌") } == line)
    try cellctl.run("push", "jobs", "--position", "before:j120", input: #"{"id":"x","title":"X"}"#)
    #expect(terminal.wait(for: "X"))
    #expect(terminal.wait(cursorAt: "Job 120"))
    for columns in [30, 200, 48] {
      try terminal.resize(columns: columns, lines: 12)
      #expect(terminal.wait { $0.count == 12 && $0.last?.contains("of 251") == true })
      #expect(terminal.wait(cursorAt: "Job 120"))
    }
    // The row of the cursor is removed: the next one replaces it.
    try cellctl.run("remove", "jobs", "j120")
    #expect(terminal.wait(cursorAt: "Job 121"))
    try cellctl.run("remove", "jobs", "--all")
    #expect(terminal.wait(for: "No cells yet."))
    try cellctl.run("push", "jobs", input: #"{"id":"y","title":"Again"}"#)
    #expect(terminal.wait(cursorAt: "Again"))
  }

  @Test func `a row that is higher than the screen is scrolled by lines`() throws {
    let text = (0..<30).map { "line\($0)" }.joined(separator: "\\n")
    try push(3) { $0 == 1 ? #","description":"\#(text)""# : "" }
    let terminal = try watch("--set descriptionLines=0", lines: 9)
    try terminal.press("j")
    #expect(terminal.wait { $0.first?.hasPrefix("▌ Job 1") == true })
    try terminal.press("j")
    #expect(terminal.wait { !$0.contains { $0.contains("Job 1") } && $0.first?.hasPrefix("▌ line") == true })
    for _ in 0..<5 { try terminal.press("j") }
    #expect(terminal.wait(cursorAt: "Job 2"))
    try terminal.press("k")
    #expect(terminal.wait(cursorAt: "line29"))
  }

  /// The question is asked where the last drawing left the cursor, and the screen stays without
  /// wrapping.
  @Test(arguments: [24, 61]) func `a row that needs the terminal's answer comes later`(columns: Int) throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try push(3) { _ in #","status":"Open""# }
    let terminal = try watch(columns: columns, lines: 6, environment: ["XDG_RUNTIME_DIR": directory])
    #expect(try !terminal.wraps)
    func answers() -> [String] {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
      return names.compactMap { try? String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8) }
    }
    #expect(answers().isEmpty)
    try cellctl.run(
      "push", "jobs", "--position", "start", input: #"{"id":"k","title":"সংক্ষিপ্ত Job","status":"Open"}"#)
    #expect(
      terminal.wait { lines in
        lines.contains { $0.hasSuffix("Open") && $0.contains("Job") && $0.unicodeScalars.contains("ক") }
      }, "\(terminal.lines)")
    #expect(answers().count == 1 && !answers()[0].contains("none"), "\(answers())")
    #expect(try !terminal.wraps)
    try terminal.press("q")
    #expect(terminal.wait(for: "ended with 0"))
    #expect(try terminal.wraps)
  }

  @Test func `Ctrl-Z stops it, and it is drawn again`() throws {
    try push(3)
    let terminal = try TmuxTerminal(
      "set -m; cellctl watch jobs; echo stopped; fg >/dev/null", socket: cellctl.socketPath, columns: 60,
      lines: 12)
    #expect(terminal.wait(for: "1–3 of 3"))
    try terminal.press("C-z")
    // The shell goes on, and wakes it.
    #expect(terminal.wait(for: "1–3 of 3"))
    try terminal.press("j")
    #expect(terminal.wait(cursorAt: "Job 1"))
    try terminal.press("q")
    #expect(terminal.wait(for: "stopped"))
    #expect(terminal.wait(for: "ended with 0"))
  }

  @Test func `a hundred changes a second are shown, and keys work between them`() throws {
    try push(50)
    let terminal = try watch(lines: 12)
    let client = try cellctl.connect()
    for number in 1...300 {
      try client.call(
        "cells.patch",
        ["session": "jobs", "patches": [["id": "j0", "patch": ["subtitle": .string("change \(number)")]]]])
      if number == 100 { try terminal.press("j", "j") }
      usleep(2_000)
    }
    #expect(terminal.wait(for: "change 300"))
    #expect(terminal.wait(cursorAt: "Job 2"))
  }

  @Test func `a session that does not exist yet is waited for, also after it was deleted`() throws {
    let terminal = try watch()
    #expect(terminal.wait(for: "no such session yet"))
    #expect(terminal.wait(for: "There is no session \"jobs\" yet."))
    try push(2)
    #expect(terminal.wait(cursorAt: "Job 0"))
    try cellctl.run("drop", "jobs")
    #expect(terminal.wait(for: "no such session yet"))
    try push(3)
    #expect(terminal.wait(for: "1–3 of 3"))
  }

  @Test func `the message about an empty list ends with the first cell`() throws {
    try cellctl.run("push", "jobs", input: "")
    let terminal = try watch()
    #expect(terminal.wait(for: "No cells yet."))
    try terminal.press("Enter")
    #expect(terminal.wait(for: "the list is empty"))
    try push(2)
    #expect(terminal.wait(for: "1–2 of 2"))
  }

  @Test func `Enter can print the id and end`() throws {
    try push(3)
    let terminal = try watch("--print")
    try terminal.press("j", "Enter")
    #expect(terminal.wait { Array($0.prefix(2)) == ["j1", "ended with 0"] })
  }

  @Test func `a command is run for an invoked action`() throws {
    try push(2) { #","subtitle":"-n \#($0)","actions":[{"id":"go","title":"Go"}]"# }
    let terminal = try watch(
      "--on open 'bash -c \"echo $CELLCTL_ID $CELLCTL_TITLE $1; read\" x {title}!' --on go 'echo {subtitle}'")
    try terminal.press("j", "Enter")
    #expect(terminal.wait(for: "j1 Job 1 Job 1!"))
    // The command has the terminal.
    try terminal.press("Enter")
    #expect(terminal.wait(cursorAt: "Job 1"))
    try terminal.press("a", "1")
    #expect(terminal.wait(for: "{subtitle} begins with U+002D, \"-\", so the command was not run"))
  }

  @Test func `Ctrl-C ends it with 130`() throws {
    try push(1)
    let terminal = try watch()
    try terminal.press("C-c")
    #expect(terminal.wait(for: "ended with 130"))
  }

  @Test func `a shared view is shown as it is`() throws {
    try push(3)
    let terminal = try watch("--view main")
    try terminal.press("f")
    #expect(terminal.wait(for: "the view main is shared"))
    try terminal.press("j", "s")
    #expect(terminal.wait(for: "the view main is shared"))
    #expect(terminal.wait(cursorAt: "Job 1"))
  }

  @Test func `it goes on after kill -9 of a daemon with a store`() throws {
    let directory = try StoreDirectory()
    let first = try directory.start()
    let path = first.socketPath
    let records = (0..<100).map { #"{"id":"j\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    _ = try CellctlProcess.run(["push", "jobs"], input: records, socket: path)
    let terminal = try TmuxTerminal("cellctl watch jobs", socket: path, columns: 60, lines: 11)
    #expect(terminal.wait(for: "of 100"))
    try terminal.press("G", "k", "f")
    try terminal.type("job 9")
    #expect(terminal.wait { $0.last?.contains("of 19") == true })
    #expect(terminal.wait(cursorAt: "Job 98"))
    first.signal(SIGKILL)
    _ = try first.exitStatus()
    #expect(terminal.wait(for: "reconnecting"))
    #expect(terminal.wait(cursorAt: "Job 98"))
    let second = try directory.start()
    _ = try CellctlProcess.run(["push", "jobs"], input: #"{"id":"new","title":"Job 9 new"}"#, socket: path)
    #expect(terminal.wait { $0.last?.contains("of 20") == true })
    #expect(terminal.wait(cursorAt: "Job 98"))
    withExtendedLifetime(second) {}
  }
}
