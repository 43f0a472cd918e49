import CellClient
import CellEngine
import CellWire
import Testing

@testable import cellctl

/// A list in a terminal as a value, its events and effects. No daemon and no terminal are needed.
@Suite struct ListStateTests {
  private func state(
    _ purpose: ListSetup.Purpose = .watch(printsOpened: false), rows: Int = 3, _ arguments: String...
  ) throws -> ListState {
    let watch = try #require(try Cellctl.parseAsRoot(["watch", "jobs"] + arguments) as? cellctl.Watch)
    let setup = ListSetup(
      name: "jobs", session: Parameters(), options: watch.seen.options.environment, query: watch.query,
      view: watch.seen.view, format: .text, interval: 30, purpose: purpose,
      commands: try ActionCommand.commands(watch.commands))
    var state = ListState(setup, size: (40, 5))
    guard rows > 0 else { return state }
    let ids = (0..<rows).map { #"{"id":"\#($0)","index":\#($0),"height":1,"lines":["Job \#($0)"]}"# }
    let message =
      #"{"count":\#(rows),"width":40,"anchor":{"id":"0","offset":0,"index":0},"rows":[\#(ids.joined(separator: ","))]}"#
    let isWhole = try JSONDocument(Array(message.utf8)).withRoot {
      try state.list.window.apply($0, style: ListRow.Style.lines(.text))
    }
    #expect(isWhole)
    (state.list.cursor, state.list.height) = (RowAnchor(id: "1", offset: 1, index: 1), 5)
    return state
  }

  /// The requests among some effects.
  private func requests(_ effects: [ListEffect]) -> [ListRequest] {
    effects.compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  private func outcome(_ effects: [ListEffect]) -> ListOutcome? {
    effects.lazy.compactMap { if case .end(let outcome) = $0 { outcome } else { nil } }.first
  }

  private func type(_ text: String, _ state: inout ListState) -> [ListEffect] {
    text.flatMap { state.update(.key(.character($0))) }
  }

  @Test func `keys ask for movements, and change nothing before the answer`() throws {
    var state = try state()
    let moves: [(Key, WatchedList.Move)] = [
      (.down, .by(1)), (.character("k"), .by(-1)), (.pageDown, .page(1)), (.home, .to(0)),
      (.wheelUp, .scroll(-3)),
    ]
    for (key, move) in moves { #expect(requests(state.update(.key(key))) == [.move(move)]) }
    #expect(state.list.cursor.index == 1)
    state.connection = .lost
    for (key, _) in moves { #expect(state.update(.key(key)).isEmpty) }
  }

  @Test func `what is typed is requested once, in the pause`() throws {
    var state = try state()
    #expect(type("fjob", &state).isEmpty)
    #expect(state.query.filter == "job" && state.prompt?.input.text == "job")
    let pausing = state.update(.pause)
    #expect(requests(pausing) == [.watch(fallback: 0)])
    // Hits are marked in the rows that it brings.
    guard case .event(.pause)? = pausing.last else {
      Issue.record("the hits are not marked: \(pausing)")
      return
    }
    #expect(requests(state.update(.pause)) == [.marks])
    #expect(!requests(state.update(.pause)).contains { if case .watch = $0 { true } else { false } })
    // A command is for the rows of what was typed just before.
    #expect(type("s", &state).isEmpty)
    let effects = state.update(.key(.down))
    #expect(requests(effects) == [.watch(fallback: 0)])
    guard case .event(.command(.down)) = effects.last else {
      Issue.record("the command is lost: \(effects)")
      return
    }
  }

  @Test func `a search that is typed begins at the row of the cursor`() throws {
    var state = try state()
    _ = type("/jo", &state)
    #expect(requests(state.update(.pause)).contains(.seek("jo", from: state.list.cursor)))
    let effects = state.update(.key(.escape))
    #expect(requests(effects) == [.move(.toCell("1", index: 1))] && state.prompt == nil)
    _ = state.update(.key(.character("n")))
    #expect(state.message == "nothing was searched yet; / searches")
  }

  @Test func `a cell is shown if no program listens`() throws {
    var state = try state()
    let opening = requests(state.update(.key(.enter)))
    let invocation = ListRequest.Invocation(action: "open", title: "open", cell: "1", fallback: .page)
    #expect(opening == [.invoke(invocation)])
    #expect(requests(state.update(.answer(.count(1), to: opening[0]))) == [])
    #expect(state.message == "open: sent to 1 program")
    let reading = requests(state.update(.answer(.count(0), to: opening[0])))
    #expect(reading == [.whole("1", .show)] && state.message == nil)
    #expect(requests(state.update(.answer(.refused("no"), to: opening[0]))) == reading)
    let cell = try JSON(parsing: #"{"id":"1","title":"Job 1","href":"https://e.org"}"#)
    _ = state.update(.answer(.json(cell), to: reading[0]))
    #expect(ListFrame(state: state, size: (42, 6)).content.lines.contains { $0.contains("Job 1") })
    // A key there is for that cell.
    guard case .event(let next)? = state.update(.key(.character("o"))).first,
      case .browse("https://e.org")? = state.update(next).first
    else {
      Issue.record("the link is not opened")
      return
    }
    _ = state.update(.key(.escape))
    #expect(state.overlay == nil)
    // It was removed meanwhile.
    _ = state.update(.answer(.json(nil), to: reading[0]))
    #expect(state.message == "the cell was removed")
  }

  @Test func `an element that is clicked is invoked, and a menu is opened`() throws {
    var state = try state()
    let clicking = requests(state.update(.key(.click(column: 3, line: 2))))
    #expect(clicking == [.move(.toLine(2)), .element(row: "2", column: 1, line: 0, drawn: "Job 2")])
    func click(_ element: String) throws -> [ListRequest] {
      requests(state.update(.answer(.json(try JSON(parsing: element)), to: clicking[1])))
    }
    let reading = try click(#"{"id":"stop","label":"Stop"}"#)
    #expect(reading == [.whole("1", .invoke(id: "stop"))])
    #expect(try click(#"{"id":"stop","label":"Stop","enabled":false}"#) == [])
    #expect(state.message == "Stop is disabled")
    #expect(try click(#"{"label":"Select"}"#) == [.select(state.list.window.rows[1])])
    let cell = try JSON(
      parsing:
        #"{"id":"1","actions":[{"id":"stop","title":"Stop"},{"id":"more","kind":"menu","items":[{"id":"x"}]}]}"#
    )
    let stop = ListRequest.Invocation(action: "stop", title: "Stop", cell: "1")
    #expect(requests(state.update(.answer(.json(cell), to: reading[0]))) == [.invoke(stop)])
    #expect(state.overlay == nil)
    let opening = try click(#"{"id":"more","label":"More"}"#)
    #expect(requests(state.update(.answer(.json(cell), to: opening[0]))) == [])
    #expect(state.overlay == .actions(ActionMenu(cell)))
  }

  @Test func `the commands of an action are run instead of a message`() throws {
    var state = try state(.watch(printsOpened: false), rows: 3, "--on", "open", "less {id}")
    let opening = requests(state.update(.key(.enter)))
    let effects = state.update(.answer(.count(0), to: opening[0]))
    guard case .run(let commands, cell: "1")? = effects.first, effects.count == 1 else {
      Issue.record("\(effects)")
      return
    }
    #expect(commands.map(\.action) == ["open"] && state.message == nil)
  }

  @Test func `a lost connection keeps the rows, and q still ends the list`() throws {
    var state = try state()
    let failure = Failure(.noDaemon, "the daemon closed the connection")
    #expect(state.update(.failed(failure, isClosed: true, request: .follow)).isEmpty)
    #expect(state.connection == .lost && state.list.window.rows.count == 3)
    #expect(state.update(.key(.enter)).isEmpty && state.message == "the daemon is not there")
    #expect(state.update(.key(.control("r"))).isEmpty && state.message == "no question is waiting")
    _ = state.update(.connection(.asking))
    guard case .answerQuestion? = state.update(.key(.control("r"))).first else {
      Issue.record("the question is not asked")
      return
    }
    #expect(outcome(state.update(.key(.character("q")))) == .ended)
    // Waiting helps nothing.
    let fatal = Failure(.versionMismatch, "another version")
    var other = try self.state()
    guard case .fail? = other.update(.failed(fatal, isClosed: true, request: nil)).first else {
      Issue.record("the list goes on")
      return
    }
  }

  @Test func `marked cells are chosen in the order of their marks`() throws {
    var state = try state(.pick)
    let request = requests(state.update(.key(.tab)))
    #expect(request == [.part(of: "1", use: .mark(isDown: true))])
    #expect(requests(state.update(.answer(.part(nil), to: request[0]))) == [.move(.by(1))])
    #expect(state.marked.map(\.text) == ["1"])
    _ = state.update(.answer(.part("a section"), to: request[0]))
    #expect(state.message == "this is a section, which cannot be chosen")
    #expect(outcome(state.update(.key(.enter))) == .chosen(["1"]))
    #expect(outcome(state.update(.key(.escape))) == .nothingChosen)
  }

  @Test func `lines are commands, and what they change is read`() throws {
    var state = try state()
    func say(_ line: String) -> String {
      state.update(.line(line)).map { "\($0)" }.joined(separator: " ")
    }
    #expect(say("3").contains("to(2)"))
    #expect(say("").contains("by(1)"))
    #expect(say("search pump 7").contains(#"search("pump 7")"#))
    #expect(say("actions Stop it").contains(#"invokeNamed("Stop it")"#))
    #expect(say("dance").contains(#"there is no command \"dance\""#))
    #expect(say("page").contains("report(hasRows: true)"))
    #expect(say("quit").contains("ended"))
  }

  @Test func `keys are whole at any width, and words next to them give way`() throws {
    let asking = ["orchard", "ssh has a question: Ctrl-R asks it", "? keys"]
    #expect(ListFrame.joined(asking, columns: 50) == " orchard · ssh has a question: Ctrl-R asks it · ?")
    #expect(ListFrame.joined(asking, columns: 45) == " orchard · ssh has a question: Ctrl-R asks it")
    #expect(ListFrame.joined(asking, columns: 30) == " orchard · ssh has a q… Ctrl-R")
    #expect(ListFrame.joined(asking, columns: 18) == " orchard · Ctrl-R")
    #expect(ListFrame.joined(asking, columns: 14) == " orc… · Ctrl-R")
    var state = try state()
    _ = state.update(.connection(.asking))
    for purpose in [nil, Prompt.Purpose.filter] {
      state.prompt = purpose.map { Prompt($0) }
      for columns in 20...100 {
        let status = try #require(ListFrame(state: state, size: (columns, 6)).content.lines.last)
        #expect(status.contains("Ctrl-R"), "\(columns): \(status)")
        #expect(ScreenLine(text: status).columns <= columns)
      }
    }
    state.prompt = nil
    let page = TextPage(content: .header(id: "1", part: 0, parts: 3), title: "header 1 of 3", lines: ["a"])
    state.overlays.show(.page(page))
    let status = try #require(ListFrame(state: state, size: (27, 6)).content.lines.last)
    #expect(status.contains("Esc"), "\(status)")
  }
}
