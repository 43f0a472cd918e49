import CellClient
import CellWire
import Testing

/// A limit for what must happen. A busy machine is slower than any limit that is close.
let long = 300.0

@Suite struct SessionTests {
  let daemon: Daemon
  let client: Client

  init() throws {
    daemon = try Daemon()
    client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
  }

  @Test func `cells are pushed, and rows come back`() throws {
    let jobs = client.session("jobs")
    let result = try jobs.push([
      Cell(id: "1", title: "Прибытие", status: [Status(text: "Спешно", state: .critical)], tags: ["срочно"]),
      Cell(id: "2", title: "到着", icons: ["warning"], rating: 3.5),
    ])
    #expect(result.inserted == 2)
    let rows = try jobs.rows(environment: Environment(width: 30))
    #expect(rows.map(\.id) == ["1", "2"])
    #expect(rows.lines.first?.contains("Прибытие") == true)
    #expect(rows.listCount == 2 && rows.session == "jobs" && rows.view == nil && rows.exact)
  }

  @Test func `short forms are read as objects`() throws {
    let jobs = client.session("jobs")
    try jobs.push([Cell(id: "7", title: "Pump", status: ["Done"], tags: ["a", "b"])])
    let cell = try #require(try jobs.cells(ids: ["7"]).cells.first)
    #expect(cell.tags == ["a", "b"])
    let status = try #require(cell.status?.first)
    #expect(status.text == "Done" || status.json == .string("Done"))
    #expect(cell.id == "7")
  }

  @Test func `members that are set go to the daemon`() throws {
    var cell = Cell(id: "a", title: "First")
    cell.subtitle = "Second"
    cell.title = nil
    cell.title = "Third"
    let jobs = client.session("jobs")
    try jobs.push([cell])
    let back = try #require(try jobs.cells(ids: ["a"]).cells.first)
    #expect(back.title == "Third" && back.subtitle == "Second")
  }

  @Test func `errors have their kind, place and hint`() throws {
    try client.session("jobs").create()
    #expect {
      try client.session("jbos").info()
    } throws: { error in
      guard case .reply(let reply) = error as? CelldError else { return false }
      return (error as? CelldError)?.kind == .sessionNotFound && reply.hint == "jobs"
    }
    #expect {
      try client.session("jobs").push([Cell(id: "1", title: "A", rating: Rating(value: -1))])
    } throws: { error in
      guard case .reply(let reply) = error as? CelldError else { return false }
      return reply.path?.hasPrefix("/cells/0/rating") == true && "\(error)".contains("(cells/0/rating")
    }
    do {
      try client.session("jobs").rows(environment: Environment(width: -4))
      Issue.record("a negative width was taken")
    } catch {
      #expect("\(error)".contains("(environment/width)"))
    }
  }

  @Test func `a long list is replaced in parts`() throws {
    let jobs = client.session("jobs")
    try jobs.create(ifAbsent: true)
    let text = String(repeating: "оченьдлинный ", count: 40)
    let cells = (0..<30_000).map { Cell(id: "\($0)", title: "Job \($0)", description: text) }
    let result = try jobs.replace(cells)
    #expect(result.inserted == 30_000)
    var count = 0
    try jobs.eachCell { cell in
      #expect(cell.id == "\(count)")
      count += 1
    }
    #expect(count == 30_000)
    #expect(try jobs.replace([]).removed == 30_000)
  }

  @Test func `null clears a member of a view`() throws {
    let jobs = client.session("jobs")
    try jobs.create()
    #expect(try jobs.setView(width: 40).width == 40)
    #expect(try jobs.setView(height: 9).width == 40)
    #expect(try jobs.setView(width: .some(nil)).width == nil)
  }

  @Test func `any method can be called by its name`() throws {
    #expect(try client.call("ping", [:]) == .object([]))
    #expect(try client.profile(.ios).profile == "ios")
  }

  @Test func `a daemon is started if none answers, unless spawn is false`() throws {
    let socket = daemon.folder + "/other.sock"
    #expect {
      try Client(Endpoint(socket: socket), spawn: false)
    } throws: {
      guard case .noDaemon = $0 as? CelldError else { return false }
      return true
    }
  }
}

@Suite struct MalformedTests {
  static let hello = #"{"protocol":1,"version":"1","limits":{"line":3000,"reply":2000,"row":1000}}"#

  @Test(arguments: [
    "this is no JSON", "[1,2", #"{"id":ID,"result":{"rows":3}}"#, #"{"id":ID,"result":{"rows":[{}]}}"#,
    #"{"id":ID,"result":[]}"#, #"{"id":ID,"result":{"rows":[{"id":true}]}}"#,
    String(repeating: "x", count: 80_000),
  ])
  func `a malformed reply is an error of the protocol`(reply: String) throws {
    let daemon = try ScriptedDaemon { method, id in
      (method == "hello" ? #"{"id":ID,"result":\#(Self.hello)}"# : reply)
        .replacing("ID", with: id) + "\n"
    }
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long, reconnect: false)
    #expect {
      try client.session("x").rows()
    } throws: {
      guard case .protocolError = $0 as? CelldError else { return false }
      return true
    }
  }

  @Test func `pages that do not go on are an error`() throws {
    let daemon = try ScriptedDaemon { method, id in
      method == "hello"
        ? #"{"id":\#(id),"result":\#(Self.hello)}"# + "\n"
        : #"{"id":\#(id),"result":{"revision":1,"cells":[{"id":"1"}],"missing":[],"next":0,"count":9}}"#
          + "\n"
    }
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long, reconnect: false)
    #expect(throws: CelldError.self) { try client.session("x").eachCell { _ in } }
  }

  @Test func `another version of the protocol is named`() throws {
    let daemon = try ScriptedDaemon { _, id in #"{"id":\#(id),"result":{"protocol":2,"version":"9"}}"# + "\n"
    }
    #expect {
      try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    } throws: {
      guard case .versionMismatch(let mismatch) = $0 as? CelldError else { return false }
      return mismatch.theirs == 2
    }
  }
}
