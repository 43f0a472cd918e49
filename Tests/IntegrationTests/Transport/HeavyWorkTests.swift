import Foundation
import Testing

/// Order and waiting of requests that run on workers.
@Suite(.serialized) struct HeavyWorkTests {
  private let ping = #"{"id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  /// Returns a request that pushes `count` cells.
  private func push(_ count: Int, id: Int, session: String = "s") -> String {
    let cells = (0..<count).map {
      #"{"id":"c\#($0)","title":"Pump station \#($0)","description":"Vibration alarm"}"#
    }
    return
      #"{"id":\#(id),"method":"cells.push","params":{"session":"\#(session)","cells":[\#(cells.joined(separator: ","))]}}"#
  }

  private func member(_ name: String, of line: String?) -> Any? {
    guard let line, let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let result = value["result"] as? [String: Any]
    else { return nil }
    return result[name]
  }

  @Test func laterRequestsWaitForAHeavyOneAndSeeIt() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(push(20_000, id: 1))
    client.send(#"{"id":2,"method":"session.info","params":{"session":"s"}}"#)
    client.send(#"{"method":"cells.remove","params":{"session":"s","ids":["c0"]}}"#)
    client.send(#"{"id":3,"method":"session.info","params":{"session":"s"}}"#)
    #expect(member("inserted", of: client.receive()) as? Int == 20_000)
    #expect(member("count", of: client.receive()) as? Int == 20_000)
    #expect(member("count", of: client.receive()) as? Int == 19_999)
    withExtendedLifetime(daemon) {}
  }

  @Test func aBatchMayPauseInItsMiddle() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    let info = #"{"id":3,"method":"session.info","params":{"session":"s"}}"#
    client.send("[\(ping),\(push(20_000, id: 2)),\(info),\(ping)]")
    client.send(#"{"id":4,"method":"ping"}"#)
    let line = try #require(client.receive())
    let replies = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[String: Any]])
    #expect(replies.map { $0["id"] as? Int } == [1, 2, 3, 1])
    #expect((replies[2]["result"] as? [String: Any])?["count"] as? Int == 20_000)
    #expect(client.receive() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    withExtendedLifetime(daemon) {}
  }

  @Test func aBatchMayHaveLargeReplies() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(push(3_000, id: 1))
    #expect(member("inserted", of: client.receive()) as? Int == 3_000)
    let get = #"{"id":2,"method":"cells.get","params":{"session":"s"}}"#
    let silent = #"{"method":"cells.get","params":{"session":"s"}}"#
    let pings = [String](repeating: ping, count: 3_000).joined(separator: ",")
    client.send("[\(silent),\(get),\(ping),\(get),\(silent),\(pings)]")
    client.send(#"{"id":4,"method":"ping"}"#)
    let line = try #require(client.receive())
    let replies = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[String: Any]])
    #expect(replies.map { $0["id"] as? Int } == [2, 1, 2] + [Int](repeating: 1, count: 3_000))
    for place in [0, 2] {
      let result = replies[place]["result"] as? [String: Any]
      #expect((result?["cells"] as? [Any])?.count == 3_000)
    }
    #expect(client.receive() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    withExtendedLifetime(daemon) {}
  }

  @Test func othersAreAnsweredMeanwhile() throws {
    let (daemon, heavy) = try DaemonProcess.withClient()
    let other = try daemon.connect()
    heavy.send(push(20_000, id: 1))
    var pings = 0
    while !heavy.isReadable {
      other.send(ping)
      #expect(other.receive() == pong)
      pings += 1
      usleep(1000)
    }
    #expect(pings > 1)
    #expect(member("inserted", of: heavy.receive()) as? Int == 20_000)
  }

  /// A row in points that takes long: its title is one word of joined emoji.
  private func heavyPull(_ number: Int, bytes: Int, _ client: SocketClient) {
    let title = String(repeating: "👩‍", count: bytes / 7)
    client.send(
      #"{"id":1,"method":"cells.push","params":{"session":"h\#(number)","cells":[{"id":"1","title":"\#(title)"}]}}"#
    )
    #expect(member("inserted", of: client.receive()) as? Int == 1)
    client.send(
      #"{"id":2,"method":"rows.pull","params":{"session":"h\#(number)","format":"frames","#
        + #""environment":{"unit":"point","width":300,"truncation":{"*":"middle"}}}}"#)
  }

  @Test func lightWorkIsAnsweredBeforeTheHeavyWorkOfMany() throws {
    let (daemon, light) = try DaemonProcess.withClient()
    light.send(push(200, id: 1))
    #expect(member("inserted", of: light.receive()) as? Int == 200)
    let heavy = try (0..<8).map { _ in try daemon.connect() }
    for (number, client) in heavy.enumerated() { heavyPull(number, bytes: 100_000, client) }
    for client in heavy { client.waitUntilRead() }
    let requests = [
      #"{"id":2,"method":"header.pull","params":{"session":"s","id":"c1"}}"#,
      #"{"id":2,"method":"cell.layout","params":{"cell":{"id":1,"title":"T"},"format":"frames","environment":{"unit":"point","font":{"family":"fixed"}}}}"#,
      push(400, id: 2, session: "t"),
    ]
    for request in requests {
      light.send(request)
      let reply = try #require(light.receive())
      #expect(reply.hasPrefix(#"{"jsonrpc":"2.0","id":2,"result""#), "\(reply.prefix(200))")
    }
    #expect(heavy.contains { !$0.isReadable })
  }

  @Test func workIsAbandonedWhenItsClientHasLeft() throws {
    let (daemon, other) = try DaemonProcess.withClient()
    var heavy = try (0..<12).map { _ in try daemon.connect() }
    for (number, client) in heavy.enumerated() { heavyPull(number, bytes: 30_000, client) }
    for client in heavy { client.waitUntilRead() }
    heavy = []
    #expect(
      eventually {
        other.send(#"{"id":1,"method":"stats"}"#)
        let counts = member("daemon", of: other.receive()) as? [String: Any]
        return (counts?["abandoned"] as? Int ?? 0) >= 4 && counts?["connections"] as? Int == 1
      })
    withExtendedLifetime(daemon) {}
  }

  @Test func aClientMayLeaveInTheMiddleOfItsWork() throws {
    let (daemon, first) = try DaemonProcess.withClient()
    for _ in 0..<5 {
      let client = try daemon.connect()
      client.send(push(10_000, id: 1, session: "left"))
    }
    first.send(ping)
    #expect(first.receive() == pong)
    // A complete request takes effect, even if nobody waits for the reply.
    #expect(
      eventually {
        first.send(#"{"id":1,"method":"session.info","params":{"session":"left"}}"#)
        return member("count", of: first.receive()) as? Int == 10_000
      })
  }

  @Test func editsThatWaitForAHeavyOneAreAllMade() throws {
    let (daemon, heavy) = try DaemonProcess.withClient()
    let others = try (0..<100).map { _ in try daemon.connect() }
    heavy.send(push(20_000, id: 1))
    heavy.send(#"{"id":2,"method":"selection.set","params":{"session":"s","ids":[]}}"#)
    for (number, other) in others.enumerated() {
      let cell = #"{"id":"other\#(number)","title":"Other"}"#
      other.send(#"{"id":3,"method":"cells.push","params":{"session":"s","cells":[\#(cell)]}}"#)
      other.send(#"{"id":4,"method":"session.info","params":{"session":"s"}}"#)
    }
    #expect(member("inserted", of: heavy.receive()) as? Int == 20_000)
    #expect(member("selected", of: heavy.receive()) as? Int == 0)
    var revisions: Set<Int> = []
    for other in others {
      let reply = other.receive()
      #expect(member("inserted", of: reply) as? Int == 1)
      if let revision = member("revision", of: reply) as? Int { revisions.insert(revision) }
      #expect(member("count", of: other.receive()) != nil)
    }
    #expect(revisions.count == 100)
    heavy.send(#"{"id":5,"method":"session.info","params":{"session":"s"}}"#)
    #expect(member("count", of: heavy.receive()) as? Int == 20_100)
  }

  @Test func heavyWorkIsAnsweredBeforeTheEnd() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(ping)
    #expect(client.receive() == pong)
    client.send(push(20_000, id: 7))
    client.waitUntilRead()
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
    let lines = client.receiveAll()
    let line = try #require(lines.first)
    #expect(lines.count == 1)
    // A daemon on a busy machine has no time left for it, and answers that it ends.
    if line.contains("shuttingDown") {
      #expect(line.contains(#""applied":"#))
    } else {
      #expect(member("inserted", of: line) as? Int == 20_000)
    }
  }

  @Test func largeRepliesArriveWhole() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(push(5_000, id: 1))
    #expect(client.receive() != nil)
    client.send(#"{"id":2,"method":"cells.get","params":{"session":"s","start":0,"count":5000}}"#)
    client.send(ping)
    // Read slowly at first, so that the daemon has to wait for the socket.
    usleep(200_000)
    let cells = member("cells", of: client.receive()) as? [[String: Any]]
    #expect(cells?.count == 5_000)
    #expect(cells?.last?["id"] as? String == "c4999")
    #expect(client.receive() == pong)
    withExtendedLifetime(daemon) {}
  }
}
