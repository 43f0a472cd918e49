import CellWire
import Glibc
import Logging
import Testing

@testable import celld

/// A server between the test's own service and clients on socket pairs.
@Suite struct ServerTests {
  /// A server on a loop of its own, which ends when its last client has gone. `run` also ends what
  /// the test's handlers and the server hold of each other.
  private final class Fixture {
    let loop: EventLoop
    let workers: Workers
    let server: Server
    private var timers: [LoopTimer] = []
    /// The user of the next connection.
    private var user: UInt32 = 0

    init(_ limits: Limits = .standard, isPrivate: Bool = true) throws {
      loop = try EventLoop()
      workers = try Workers(loop)
      let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      var nextUser: () -> UInt32 = { 0 }
      server = try Server(
        loop: loop, workers: workers, limits: limits, isPrivate: isPrivate, log: log,
        peer: { _ in SocketCalls.Peer(process: 0, user: nextUser(), group: 0) })
      nextUser = { [unowned self] in user }
    }

    /// The client's end of a new connection, non-blocking.
    func connect(user: UInt32 = 0) throws -> Int32 {
      self.user = user
      var ends: [Int32] = [-1, -1]
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
      server.accept(ends[0])
      return ends[1]
    }

    /// Writes all bytes, as fast as the server reads them.
    func feed(_ bytes: [UInt8], to client: Int32, then: @escaping () -> Void) throws {
      var start = 0
      var watcher: DescriptorWatcher?
      watcher = try DescriptorWatcher(loop, descriptor: client) { _ in
        let transfer = bytes.withUnsafeBytes {
          SocketCalls.send(UnsafeRawBufferPointer(rebasing: $0[start...]), to: client)
        }
        if case .moved(let count) = transfer { start += count }
        guard start == bytes.count else { return }
        watcher?.close()
        watcher = nil
        then()
      }
      watcher?.watch(.writable)
    }

    func after(_ milliseconds: UInt64, _ body: @escaping () -> Void) throws {
      let timer = try LoopTimer(loop, body)
      timer.start(after: milliseconds)
      timers.append(timer)
    }

    func run() {
      server.onIdle = { [unowned self] in
        server.close()
        workers.close()
        for timer in timers { timer.close() }
      }
      loop.run()
      #expect(loop.close() == 0)
      server.service = Service()
      server.onIdle = {}
    }
  }

  private func send(_ text: String, to client: Int32, thenEnd: Bool = true) {
    _ = Array(text.utf8).withUnsafeBytes { SocketCalls.send($0, to: client) }
    if thenEnd { shutdown(client, Int32(SHUT_WR)) }
  }

  /// All lines that have arrived.
  private func lines(of client: Int32) -> [String] {
    defer { close(client) }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case .moved(let count) = buffer.withUnsafeMutableBytes({
      SocketCalls.receive(into: $0, from: client)
    }) {
      received += buffer[..<count]
    }
    return received.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes that have arrived, in lines. The client stays open.
  private func pieces(of client: Int32) -> [String] { lines(of: dup(client)) }

  private func result(_ id: Int, _ result: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
  }

  @Test func whatIsSentWhileARequestIsHandledComesAfterItsReply() throws {
    let fixture = try Fixture()
    let server = fixture.server
    server.service.dispatch = { request, call, result in
      server.notify(call.caller.connection) { $0.string("heard \(request.method)") }
      result.integer(call.number)
      return .done
    }
    let client = try fixture.connect()
    send(
      #"{"id":1,"method":"a"}"# + "\n" + #"{"id":2,"method":"ping"}"# + "\n" + #"{"id":3,"method":"b"}"#,
      to: client)
    fixture.run()
    #expect(
      lines(of: client) == [result(1, "1"), #""heard a""#, result(2, "{}"), result(3, "2"), #""heard b""#])
  }

  @Test func aDeferredRequestHoldsUpItsOwnConnectionOnly() throws {
    let fixture = try Fixture()
    let server = fixture.server
    var order: [String] = []
    server.service.dispatch = { request, call, result in
      order.append(request.method)
      guard request.method == "slow" else {
        result.null()
        return .done
      }
      try? fixture.after(20) { server.finish(call, .success(Array("true".utf8))) }
      return .deferred
    }
    let first = try fixture.connect()
    let second = try fixture.connect()
    send(
      #"{"id":1,"method":"slow"}"# + "\n" + #"[{"id":2,"method":"slow"},{"id":3,"method":"x"}]"#, to: first)
    send(#"{"id":4,"method":"y"}"#, to: second)
    fixture.run()
    #expect(order == ["slow", "y", "slow", "x"])
    #expect(lines(of: first) == [result(1, "true"), "[" + result(2, "true") + "," + result(3, "null") + "]"])
    #expect(lines(of: second) == [result(4, "null")])
  }

  @Test(arguments: [Outcome.deferred, .held]) func aReplyInsideOfItsDispatchIsSent(outcome: Outcome) throws {
    let fixture = try Fixture()
    let server = fixture.server
    server.service.dispatch = { _, call, _ in
      server.finish(call, .success(Array("true".utf8)))
      return outcome
    }
    let client = try fixture.connect()
    let left = try fixture.connect()
    send(#"{"id":1,"method":"a"}"# + "\n" + #"[{"id":2,"method":"b"},{"method":"c"}]"#, to: client)
    send(#"{"id":1,"method":"a"}"# + "\n", to: left, thenEnd: false)
    close(left)
    fixture.run()
    #expect(lines(of: client) == [result(1, "true"), "[" + result(2, "true") + "]"])
  }

  @Test func aDeferredNotificationIsNotAnsweredAndAnErrorIs() throws {
    let fixture = try Fixture()
    let server = fixture.server
    server.service.dispatch = { request, call, _ in
      try? fixture.after(1) { server.finish(call, .failure(.busy(retryAfter: 5))) }
      return .deferred
    }
    let client = try fixture.connect()
    send(#"{"method":"a"}"# + "\n" + #"{"id":2,"method":"b"}"# + "\n", to: client)
    fixture.run()
    let answers = lines(of: client)
    #expect(answers.count == 1)
    #expect(answers.first?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32015,"#) == true)
  }

  @Test func aReplyForAClientThatHasGoneIsDropped() throws {
    let fixture = try Fixture()
    let server = fixture.server
    var closed: [ConnectionID] = []
    server.service.connectionClosed = { closed.append($0) }
    var call: Call?
    server.service.dispatch = { _, taken, _ in
      call = taken
      return .deferred
    }
    let client = try fixture.connect()
    let other = try fixture.connect()
    send(#"{"id":1,"method":"a"}"# + "\n", to: client, thenEnd: false)
    try fixture.after(10) {
      close(client)
      // At shutdown, clients whose replies are not ready in time are disconnected.
      server.shutDown(patience: 5)
    }
    try fixture.after(40) {
      if let call { server.finish(call, .success([])) }
    }
    fixture.run()
    close(other)
    #expect(Set(closed).count == 2 && closed.count == 2)
  }

  @Test func linesAfterTheBeginningOfTheEndAreRefused() throws {
    let fixture = try Fixture()
    let server = fixture.server
    var taken: [String] = []
    server.service.dispatch = { request, call, result in
      taken.append(request.method)
      guard request.method == "slow" else {
        result.null()
        return .done
      }
      try? fixture.after(40) { server.finish(call, .success(Array("true".utf8))) }
      return .deferred
    }
    let client = try fixture.connect()
    let idle = try fixture.connect()
    send(#"{"id":1,"method":"slow"}"# + "\n" + #"{"id":2,"method":"x"}"# + "\n", to: client, thenEnd: false)
    try fixture.after(10) { server.shutDown(patience: 5_000) }
    try fixture.after(20) {
      send(#"{"id":3,"method":"y"}"# + "\n" + #"{"method":"z"}"# + "\n", to: client, thenEnd: false)
      send(#"[{"id":4,"method":"ping"}]"# + "\n" + #"{"id":5,"#, to: client, thenEnd: false)
    }
    fixture.run()
    #expect(taken == ["slow", "x"])
    let answers = lines(of: client)
    #expect(answers.count == 4)
    #expect(answers.prefix(2) == [result(1, "true"), result(2, "null")])
    #expect(
      answers.dropFirst(2).first?.hasPrefix(#"{"jsonrpc":"2.0","id":3,"error":{"code":-32009,"#) == true)
    #expect(answers.last?.hasPrefix(#"[{"jsonrpc":"2.0","id":4,"error":{"code":-32009,"#) == true)
    #expect(lines(of: idle).isEmpty)
  }

  /// V6 of docs/store.md: edits do not wait for held ones, all else does. Replies are in order,
  /// also if later edits are answered first.
  @Test func editsAreTakenWhileEarlierOnesAreHeld() throws {
    let fixture = try Fixture()
    let server = fixture.server
    server.service.kind = { $0.method == "edit" ? .edit : .read }
    var held: [Call] = []
    var (most, finished, turns) = (0, 0, 0)
    /// Finishes what is held, the last one first, when there are three or in a much later turn.
    func finish() {
      server.later { [unowned server] in
        turns += 1
        guard most == 3 || turns > 10_000 else { return finish() }
        for call in held.reversed() {
          finished += 1
          server.finish(call, .success(Array("true".utf8)))
        }
        held = []
      }
    }
    server.service.dispatch = { request, call, result throws(RPCError) in
      guard request.method == "edit" else {
        result.integer(finished)
        return .done
      }
      held.append(call)
      most = max(most, held.count)
      if held.count == 1 { finish() }
      return .held
    }
    let client = try fixture.connect()
    let edits = (1...3).map { #"{"id":\#($0),"method":"edit"}"# }
    let others = ["no JSON", #"{"id":4,"method":"read"}"#, #"[{"id":5,"method":"edit"}]"#]
    send((edits + others).map { $0 + "\n" }.joined(), to: client)
    fixture.run()
    let answers = lines(of: client)
    #expect(most == 3)
    try #require(answers.count == 6)
    #expect(answers.prefix(3) == [result(1, "true"), result(2, "true"), result(3, "true")])
    #expect(answers[3].contains("-32700"))
    #expect(answers.suffix(2) == [result(4, "3"), "[\(result(5, "true"))]"])
  }

  @Test func requestsThatAreNotDoneInTimeAreCutOff() throws {
    let fixture = try Fixture()
    let server = fixture.server
    server.service.dispatch = { _, _, _ in .deferred }
    let clients = try (0..<3).map { _ in try fixture.connect() }
    for client in clients {
      send(#"{"id":7,"method":"a"}"# + "\n" + #"{"id":8,"method":"b"}"# + "\n", to: client, thenEnd: false)
    }
    try fixture.after(10) { server.shutDown(patience: 20) }
    fixture.run()
    for client in clients {
      let answers = lines(of: client)
      #expect(answers.count == 2)
      for (answer, id) in zip(answers, [7, 8]) {
        #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32009,"#))
      }
    }
  }

  @Test func aServerThatEndsUnderAClientIsGone() throws {
    weak var server: Server?
    let client = try {
      let fixture = try Fixture()
      server = fixture.server
      let client = try fixture.connect()
      try fixture.after(10) { [unowned fixture] in fixture.server.shutDown(patience: 100) }
      fixture.run()
      return client
    }()
    #expect(lines(of: client).isEmpty)
    #expect(server == nil)
  }

  @Test func errorsThrownHalfwayLeaveNothingOfTheResult() throws {
    let fixture = try Fixture()
    fixture.server.service.dispatch = { _, _, result throws(RPCError) in
      result.beginObject()
      result.name("half")
      throw .internalError("test")
    }
    let client = try fixture.connect()
    send(#"{"id":1,"method":"a"}"#, to: client)
    fixture.run()
    let answers = lines(of: client)
    #expect(answers.count == 1)
    #expect(answers.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"#) == true)
  }

  @Test func whatIsPutOffIsDoneInOrderAndLater() throws {
    let fixture = try Fixture()
    let server = fixture.server
    let client = try fixture.connect()
    var done: [Int] = []
    server.service.dispatch = { _, _, result in
      for number in 0..<3 {
        server.later {
          done.append(number)
          usleep(600)
          guard number == 1 else { return }
          server.later {
            done.append(10)
            shutdown(client, Int32(SHUT_WR))
          }
        }
      }
      result.integer(done.count)
      return .done
    }
    send(#"{"id":1,"method":"a"}"# + "\n", to: client, thenEnd: false)
    fixture.run()
    #expect(lines(of: client) == [result(1, "0")])
    #expect(done == [0, 1, 2, 10])
  }

  @Test func tellsWhenAClientIsWritableAgain() throws {
    let fixture = try Fixture()
    let server = fixture.server
    var heard = 0
    var wasWritable: [Bool] = []
    server.service.connectionWritable = { id in
      heard += 1
      wasWritable.append(server.isWritable(id))
    }
    let client = try fixture.connect()
    var received = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let reader = try DescriptorWatcher(fixture.loop, descriptor: client) { _ in
      if case .moved(let count) = buffer.withUnsafeMutableBytes({
        SocketCalls.receive(into: $0, from: client)
      }) {
        received += count
      }
    }
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000) + [10]
    server.service.dispatch = { _, call, result in
      let connection = call.caller.connection
      wasWritable.append(server.isWritable(connection))
      server.notify(connection, [line])
      try? fixture.after(20) {
        wasWritable.append(server.isWritable(connection))
        shutdown(client, Int32(SHUT_WR))
        reader.watch(.readable)
      }
      result.null()
      return .done
    }
    send(#"{"id":1,"method":"a"}"# + "\n", to: client, thenEnd: false)
    server.service.connectionClosed = { _ in reader.close() }
    fixture.run()
    #expect(heard == 1)
    #expect(wasWritable == [true, false, true])
    close(client)
  }

  // MARK: Shares

  @Test func aUserGetsHalfOfTheConnections() throws {
    var limits = Limits.standard
    limits.connections = 8
    let fixture = try Fixture(limits, isPrivate: false)
    let users: [UInt32] = [7, 7, 7, 7, 7, 8, 8, 8, 0, 0, 0]
    let clients = try users.map { try fixture.connect(user: $0) }
    #expect(fixture.server.shares.total.connections == 8)
    for client in clients { send(#"{"id":1,"method":"ping"}"#, to: client) }
    fixture.run()
    let refused = Set([4, 7, 10])
    for (number, client) in clients.enumerated() {
      let lines = lines(of: client)
      guard refused.contains(number) else {
        #expect(lines == [result(1, "{}")])
        continue
      }
      let (scope, max) = [4: ("user", 4), 7: ("user", 2), 10: ("daemon", 8)][number] ?? ("", 0)
      let details = #""kind":"limitExceeded","limit":"connections","scope":"\#(scope)","max":\#(max)}"#
      #expect(lines.count == 1 && lines[0].contains(details), "\(lines)")
    }
    #expect(fixture.server.shares.total == Holdings() && fixture.server.shares.userCount == 0)
  }

  @Test func halfReadLinesOfGreedyConnectionsLeaveRoomForOthers() throws {
    var limits = Limits.standard
    limits.line = 1 << 20
    limits.input = 16 << 20
    let fixture = try Fixture(limits)
    let server = fixture.server
    let greedy = try (0..<17).map { _ in try fixture.connect() }
    let other = try fixture.connect()
    var most = 0
    func feedNext(_ number: Int) throws {
      most = max(most, server.statistics.input)
      guard number < greedy.count else {
        let line = #"{"id":1,"method":"ping"}"# + String(repeating: " ", count: 300_000) + "\n"
        return try fixture.feed(Array(line.utf8), to: other) {
          most = max(most, server.statistics.input)
          for client in greedy + [other] { shutdown(client, Int32(SHUT_WR)) }
        }
      }
      let half = [UInt8](repeating: UInt8(ascii: " "), count: limits.line - 1)
      try fixture.feed(half, to: greedy[number]) {}
      func awaitReading() {
        if server.statistics.bytesRead < UInt64((number + 1) * half.count) {
          try? fixture.after(1, awaitReading)
        } else {
          try? feedNext(number + 1)
        }
      }
      awaitReading()
    }
    try feedNext(0)
    fixture.run()
    #expect(lines(of: other) == [result(1, "{}")])
    let refused = greedy.map { lines(of: $0).joined().contains(#""limit":"input","scope":"connection""#) }
    // Seven lines fit: the eighth connection may hold half of the last of eight MiB.
    #expect(refused == [Bool](repeating: false, count: 7) + [Bool](repeating: true, count: 10))
    #expect(most > 7 << 20 && most <= limits.input)
    #expect(server.statistics.input == 0 && server.shares.total == Holdings())
  }

  @Test func aLongLineCountsUntilItIsAnswered() throws {
    let fixture = try Fixture()
    let server = fixture.server
    var held: [Int] = []
    let client = try fixture.connect()
    server.service.dispatch = { request, call, result in
      held.append(server.statistics.input)
      if request.method == "a" {
        try? fixture.after(1) { send(#"{"id":3,"method":"b"}"# + "\n", to: client) }
      }
      guard request.method == "slow" else {
        result.null()
        return .done
      }
      try? fixture.after(5) { server.finish(call, .success(Array("true".utf8))) }
      return .deferred
    }
    let slow = #"{"id":1,"method":"slow"}"#
    let line = "[" + slow + "," + slow + String(repeating: " ", count: 100_000) + "]"
    try fixture.feed(Array((line + "\n" + #"{"id":2,"method":"a"}"# + "\n").utf8), to: client) {}
    fixture.run()
    #expect(held.count == 4 && held[0] >= 100_000 && held[1] >= 100_000 && held[3] == 0, "\(held)")
    #expect(lines(of: client).count == 3)
  }

  @Test(arguments: [1, 3, 10, 30, 100])
  func unsentRepliesOfGreedyConnectionsLeaveRoomForOthers(count: Int) throws {
    var limits = Limits.standard
    limits.pending = 2 << 20
    let fixture = try Fixture(limits)
    let server = fixture.server
    let text = [UInt8](repeating: UInt8(ascii: "1"), count: 600_000)
    var most = 0
    server.service.kind = { _ in .read }
    server.service.dispatch = { request, call, result in
      let size = request.method == "large" ? text.count : 10_000
      // Rows stop at the limit of the reply, but at least one is returned.
      let limit = max(500, server.replyLimit(of: call.caller.connection))
      result.raw([UInt8](text.prefix(min(size, limit))))
      return .done
    }
    let greedy = try (0..<count).map { _ in try fixture.connect() }
    for client in greedy {
      let request = #"{"id":1,"method":"large"}"# + "\n"
      send(String(repeating: request, count: 5), to: client, thenEnd: false)
    }
    let other = try fixture.connect()
    var received: [String] = []
    func askOther(_ round: Int) throws {
      most = max(most, server.statistics.pending)
      guard round < 20 else {
        for client in greedy + [other] { close(client) }
        return
      }
      send(
        #"{"id":1,"method":"ping"}"# + "\n" + #"{"id":2,"method":"small"}"# + "\n", to: other, thenEnd: false)
      let awaited = received.count + 2
      func awaitReplies() {
        most = max(most, server.statistics.pending)
        received += pieces(of: other)
        if received.count < awaited {
          try? fixture.after(1, awaitReplies)
        } else {
          try? askOther(round + 1)
        }
      }
      awaitReplies()
    }
    try askOther(0)
    fixture.run()
    #expect(most > 200_000 && most <= limits.pending, "\(most)")
    #expect(received.count == 40 && !received.contains { $0.contains("error") })
    #expect(server.statistics.pending == 0 && server.shares.total == Holdings())
  }

  @Test func aReadWithoutRoomIsBusyAndAChangeIsAnswered() throws {
    var limits = Limits.standard
    limits.pending = 128 << 10
    let fixture = try Fixture(limits)
    let server = fixture.server
    let client = try fixture.connect()
    server.service.kind = { $0.method == "read" ? .read : .other }
    server.service.dispatch = { request, call, result in
      let text = String(repeating: "x", count: 40_000)
      guard call.number.isMultiple(of: 2) else {
        result.string(text)
        return .done
      }
      try? fixture.after(1) { server.finish(call, .success(Array("\"\(text)\"".utf8))) }
      return .deferred
    }
    let requests = [1, 2].map { #"{"id":\#($0),"method":"read"}"# + "\n" }
    send(requests.joined() + #"[{"id":3,"method":"read"},{"id":4,"method":"change"}]"# + "\n", to: client)
    fixture.run()
    let received = lines(of: client)
    // A connection may hold 33 kB: half of the limit is for allowances, half of the rest for it.
    let busy = #""kind":"busy","retryAfter":100,"limit":"pending","scope":"connection"}"#
    try #require(received.count == 3)
    for line in received { #expect(line.contains(busy)) }
    #expect(received[2].hasPrefix("[") && received[2].utf8.count > 40_000)
  }

  // MARK: Turns

  @Test func aUserIsServedAfterASliceOfEachOtherUser() throws {
    let fixture = try Fixture(isPrivate: false)
    var order: [UInt32] = []
    fixture.server.service.dispatch = { _, call, result in
      order.append(call.caller.userID)
      // Longer than the slice of a client, so that each slice has one request.
      usleep(300)
      result.null()
      return .done
    }
    let request = #"{"id":1,"method":"a"}"# + "\n"
    let greedy = try (0..<50).map { _ in try fixture.connect(user: 1) }
    let other = try fixture.connect(user: 2)
    for client in greedy { send(String(repeating: request, count: 4), to: client) }
    send(request, to: other)
    fixture.run()
    // At most five requests of 300 µs begin in the millisecond of the first turn, and one follows.
    let place = try #require(order.firstIndex(of: 2))
    #expect(place <= 6 && order.count == 201, "\(place)")
    #expect(lines(of: other) == [result(1, "null")])
    for client in greedy { #expect(lines(of: client) == [String](repeating: result(1, "null"), count: 4)) }
  }

  @Test func connectionsOfAUserAreServedInTurn() throws {
    let fixture = try Fixture()
    var order: [UInt64] = []
    fixture.server.service.dispatch = { _, call, result in
      order.append(call.caller.connection.number)
      usleep(300)
      result.null()
      return .done
    }
    let clients = try (0..<10).map { _ in try fixture.connect() }
    for client in clients { send(String(repeating: #"{"id":1,"method":"a"}"# + "\n", count: 5), to: client) }
    fixture.run()
    // A connection that is served before the others have to wait is one slice ahead of them.
    var taken = [Int](repeating: 0, count: 11)
    for connection in order {
      taken[Int(connection)] += 1
      #expect(taken[1...].max() ?? 0 <= (taken[1...].min() ?? 0) + 2, "\(order)")
    }
    #expect(taken[1...] == ArraySlice(repeating: 5, count: 10))
    for client in clients { close(client) }
  }
}
