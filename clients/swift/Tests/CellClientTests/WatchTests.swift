import CellClient
import CellWire
import Glibc
import Testing

@Suite struct WatchTests {
  static func named(_ names: String...) -> [Cell] { names.map { Cell(id: $0, title: $0) } }

  @Test func `a watch has the complete window after each change`() throws {
    let daemon = try Daemon()
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.push(Self.named("a", "b", "c", "d"))
    let watch = try jobs.watch(environment: Environment(width: 20), count: 3)
    #expect(try watch.wait(long)?.lines == ["a", "b", "c"])
    try jobs.patch([CellsPatchPatch(id: "b", patch: ["title": "B"])])
    #expect(try watch.wait(long)?.lines == ["a", "B", "c"])
    #expect(try watch.window(start: 1, count: 3).lines == ["B", "c", "d"])
    try watch.change(environment: Environment(width: 3), start: 0, count: 1)
    #expect(try watch.wait(long)?.width == 3)
    // A change that is refused leaves the watch as it is.
    #expect(throws: CelldError.self) { try watch.change(environment: Environment(width: -1)) }
    try jobs.patch([CellsPatchPatch(id: "a", patch: ["title": "ab"])])
    #expect(try watch.wait(long)?.lines == ["ab"])
    #expect {
      try watch.wait(0.01)
    } throws: {
      "\($0)" == "nothing came within 0.01 seconds."
    }
    try jobs.delete()
    #expect {
      try watch.wait(long)
    } throws: {
      guard case .watchEnded(.sessionDeleted) = $0 as? CelldError else { return false }
      return true
    }
    #expect(!watch.isOpen)
  }

  @Test func `two watches of a client take their own changes`() throws {
    let daemon = try Daemon()
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let (first, second) = (client.session("first"), client.session("second"))
    try first.push(Self.named("a"))
    try second.push(Self.named("x"))
    let watches = try (first.watch(), second.watch())
    _ = try (watches.0.wait(long), watches.1.wait(long))
    for round in 1...20 {
      try first.push([Cell(id: "a", title: "a\(round)")])
      try second.push([Cell(id: "x", title: "x\(round)")])
    }
    while try watches.1.wait(long)?.lines != ["x20"] {}
    while try watches.0.wait(long)?.lines != ["a20"] {}
  }

  @Test func `invoked actions are read`() throws {
    let daemon = try Daemon()
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.push([Cell(id: "a", title: "a", actions: [Action(id: "retry", title: "Retry")])])
    let watch = try jobs.watch(events: true)
    #expect(try jobs.act("retry", id: "a").delivered == 1)
    let action = try #require(try watch.nextAction(long))
    #expect(action["action"]?.string == "retry")
  }

  @Test func `a watch goes on after a restart of the daemon`() throws {
    let daemon = try Daemon(isDurable: true)
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.create(durability: "synced")
    try jobs.push(Self.named("a", "b"))
    let watch = try jobs.watch(environment: Environment(width: 20), count: 3)
    _ = try watch.wait(long)
    daemon.kill()
    try daemon.start()
    let other = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    try other.session("jobs").push(Self.named("c"))
    while try watch.wait(long)?.lines != ["a", "b", "c"] {}
    // Calls of the first client connect again, too.
    #expect(try jobs.info().count == 3)
  }

  @Test func `a watch ends if its session is gone after a restart`() throws {
    let daemon = try Daemon()
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.push(Self.named("a"))
    let watch = try jobs.watch()
    _ = try watch.wait(long)
    daemon.kill()
    try daemon.start()
    #expect {
      while try watch.wait(long) != nil {}
    } throws: {
      ($0 as? CelldError)?.kind == .sessionNotFound
    }
  }

  @Test func `a call connects again although a notification was not read`() throws {
    let daemon = try Daemon(isDurable: true)
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.create(durability: "synced")
    try jobs.push(Self.named("a"))
    let watch = try jobs.watch(environment: Environment(width: 20), events: true)
    _ = try watch.wait(long)
    let other = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    try other.session("jobs").push([Cell(id: "a", title: "A")])
    daemon.kill()
    try daemon.start()
    #expect(try jobs.info().count == 1)
    #expect(try watch.wait(long)?.lines == ["A"])
  }

  @Test func `a call without a reply is lost, and the next one connects again`() throws {
    let daemon = try Daemon(isDurable: true)
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    try client.session("jobs").create()
    daemon.kill()
    try daemon.start()
    #expect(try client.sessions().sessions.map(\.session) == ["jobs"])
    let single = try Client(
      Endpoint(socket: daemon.socket), spawn: false, timeout: long, reconnect: false)
    daemon.kill()
    #expect(throws: CelldError.self) { try single.session("jobs").info() }
  }
}

@Suite struct EndingTests {
  @Test func `a watch that nobody keeps disturbs no other request`() throws {
    let daemon = try Daemon()
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.push(WatchTests.named("a"))
    for round in 1...50 {
      var watch: Watch? = try jobs.watch()
      if round % 2 == 0 { try jobs.push([Cell(id: "a", title: "\(round)")]) }
      #expect(try watch?.wait(long)?.count == 1)
      watch = nil
      #expect(try jobs.info().count == 1)
    }
  }

  @Test func `a closed client refuses calls, and its watches end`() throws {
    let daemon = try Daemon()
    let client = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try jobs.push(WatchTests.named("a"))
    let watch = try jobs.watch()
    _ = try watch.wait(long)
    client.close()
    #expect(try watch.wait(long) == nil)
    #expect {
      try jobs.info()
    } throws: {
      guard case .clientClosed = $0 as? CelldError else { return false }
      return true
    }
  }

  @Test func `without reconnection, a watch ends with its daemon`() async throws {
    let daemon = try Daemon()
    let client = try Client(
      Endpoint(socket: daemon.socket), spawn: false, timeout: long, reconnect: false)
    try client.session("jobs").push(WatchTests.named("a"))
    let watch = try client.session("jobs").watch()
    _ = try watch.wait(long)
    let other = try await AsyncClient(
      Endpoint(socket: daemon.socket), spawn: false, timeout: long, reconnect: false)
    let sequence = try await other.session("jobs").watch()
    daemon.kill()
    #expect {
      try watch.wait(long)
    } throws: {
      guard case .connectionLost = $0 as? CelldError else { return false }
      return true
    }
    await #expect(throws: CelldError.self) { for try await _ in sequence {} }
  }

  @Test func `a plugin ends with its value`() throws {
    let program = try #require(Daemon.program.lastIndex(of: "/").map { String(Daemon.program[..<$0]) })
    setenv("PATH", program + ":" + (getenv("PATH").map { String(cString: $0) } ?? ""), 1)
    let plugin = try Plugin()
    let client = try Client(Endpoint(socket: plugin.address), timeout: long)
    #expect(client.address == plugin.address && client.server?.server == "celld")
    try client.session("own").push(WatchTests.named("a"))
    plugin.stop()
    #expect(access(plugin.address, F_OK) != 0)
  }
}

@Suite struct AsyncClientTests {
  @Test func `tasks share a client`() async throws {
    let daemon = try Daemon()
    let client = try await AsyncClient(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await client.session("s\(number % 5)").push([Cell(id: "\(number)", title: "Job \(number)")])
        }
      }
      try await group.waitForAll()
    }
    let sessions = try await client.sessions().sessions
    #expect(sessions.map(\.count).reduce(0, +) == 50)
  }

  @Test func `a watch is a sequence of windows`() async throws {
    let daemon = try Daemon()
    let client = try await AsyncClient(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try await jobs.push(WatchTests.named("a"))
    let watch = try await jobs.watch(environment: Environment(width: 20))
    var seen: [[String]] = []
    for try await rows in watch {
      seen.append(rows.lines)
      if rows.lines == ["a", "b", "c"] { break }
      try await jobs.push(WatchTests.named(rows.count == 1 ? "b" : "c"))
    }
    #expect(seen.first == ["a"] && seen.last == ["a", "b", "c"])
    watch.close()
    for try await _ in watch { Issue.record("a closed watch has no more rows") }
  }

  @Test func `a watch of a task goes on after a restart`() async throws {
    let daemon = try Daemon(isDurable: true)
    let client = try await AsyncClient(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try await jobs.create(durability: "synced")
    try await jobs.push(WatchTests.named("a"))
    let watch = try await jobs.watch(environment: Environment(width: 20))
    var iterator = watch.makeAsyncIterator()
    #expect(try await iterator.next()?.lines == ["a"])
    daemon.kill()
    try daemon.start()
    let other = try Client(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    try other.session("jobs").push(WatchTests.named("b"))
    while try await iterator.next()?.lines != ["a", "b"] {}
  }

  @Test func `an action is waited for`() async throws {
    let daemon = try Daemon()
    let client = try await AsyncClient(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try await jobs.push([Cell(id: "a", title: "a", actions: [Action(id: "retry", title: "Retry")])])
    let watch = try await jobs.watch(events: true)
    async let action = watch.nextAction()
    #expect(try await jobs.act("retry", id: "a").delivered == 1)
    #expect(await action?["action"]?.string == "retry")
    watch.close()
    #expect(await watch.nextAction() == nil)
  }

  @Test func `a closed client ends its watches, and a dropped watch no other one`() async throws {
    let daemon = try Daemon()
    let client = try await AsyncClient(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    let jobs = client.session("jobs")
    try await jobs.push(WatchTests.named("a"))
    var first: AsyncWatch? = try await jobs.watch()
    first?.close()
    let second = try await jobs.watch()
    #expect(try await second.rows.count == 1)
    first = nil
    #expect(try await second.rows.count == 1)
    async let seen = second.reduce(into: 0) { count, _ in count += 1 }
    client.close()
    #expect(try await seen <= 1)
    #expect(await second.nextAction() == nil)
  }

  @Test func `a closed client refuses calls`() async throws {
    let daemon = try Daemon()
    let client = try await AsyncClient(Endpoint(socket: daemon.socket), spawn: false, timeout: long)
    client.close()
    await #expect(throws: CelldError.self) { try await client.ping() }
  }

  @Test func `no daemon is an error`() async throws {
    await #expect(throws: CelldError.self) {
      _ = try await AsyncClient(Endpoint(socket: "/tmp/there-is-none/celld.sock"), spawn: false)
    }
  }
}
