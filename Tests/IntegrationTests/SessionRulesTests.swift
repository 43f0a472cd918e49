import CellProtocol
import Testing

/// Rules of protocol.md on sessions that its examples do not show, through the socket of a real daemon.
@Suite("Rules on sessions")
struct SessionRulesTests {
  @Test func nullTakesInteractionStateAway() throws {
    let client = try Client()
    try client.call(
      "cells.push",
      #""cells":[{"id":"a","title":"A","selected":true,"actions":[{"id":"f","title":"F","kind":"toggle","on":true}]}]"#
    )
    try client.call(
      "cells.patch",
      #""patches":[{"id":"a","patch":{"selected":null,"actions":[{"id":"f","title":"F","kind":"toggle"}]}}]"#)
    let cell = try #require(try client.call("cells.get", #""ids":["a"]"#)["result"]?["cells"]?.array?.first)
    #expect(cell["selected"]?.bool == false)
    #expect(cell["actions"]?.array?.first?["on"] == nil)
  }

  @Test(arguments: [1, 400]) func aPushThatFailsMakesNoSession(count: Int) throws {
    let client = try Client()
    let cells = (0..<count).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: ",")
    let conflict = try client.call("cells.push", #""ifRevision":7,"cells":[\#(cells)]"#)
    #expect(conflict["error"]?["data"]?["kind"]?.string == "revisionConflict")
    #expect(try client.call("session.info")["error"] != nil)
  }

  @Test func aPushOfNothingButBadCellsMakesNoSession() throws {
    let client = try Client()
    let reply = try client.call("cells.push", #""partial":true,"cells":[{"id":"a"}]"#)
    #expect(reply["result"]?["rejected"]?.array?.count == 1)
    #expect(try client.call("session.info")["error"] != nil)
  }

  @Test(arguments: [
    #""cells":[{"id":"b"}]"#, #""more":true,"ifRevision":9,"cells":[]"#, #""cells":5"#,
    #""ifRevision":9,"cells":[]"#,
  ])
  func aReplaceThatFailsDropsWhatIsStaged(failing: String) throws {
    let client = try Client()
    try client.call("session.create")
    let stage = #""more":true,"cells":[{"id":"a","title":"A"}]"#
    #expect(try client.call("cells.replace", stage)["result"]?["staged"]?.int == 1)
    #expect(try client.call("cells.replace", failing)["error"] != nil)
    #expect(try client.call("cells.replace", stage)["result"]?["staged"]?.int == 1)
  }

  @Test func notificationsComeAfterTheReplyToABatch() throws {
    let client = try Client()
    try client.call("session.create")
    try client.call("rows.watch", #""count":0"#)
    let cells = (0..<400).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: ",")
    let push = #"{"id":1,"method":"cells.push","params":{"session":"s","cells":[{"id":"x","title":"X"}]}}"#
    let more = #"{"id":2,"method":"cells.push","params":{"session":"s","cells":[\#(cells)]}}"#
    client.connection.send("[\(push),\(more)]")
    #expect(try client.next().array?.count == 2)
    #expect(try client.next()["method"]?.string == "rows.changed")
    let silent = push.replacing(#""id":1,"#, with: "").replacing("\"X\"", with: "\"Y\"")
    client.connection.send("[\(silent)]")
    #expect(try client.next()["method"]?.string == "rows.changed")
  }

  @Test func nextIsAnIndexIntoTheIds() throws {
    let client = try Client(arguments: ["--limit", "reply=64"])
    try client.call("cells.push", #""cells":[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#)
    let reply = try client.call("rows.pull", #""ids":["z","a","a","b"]"#)
    #expect(reply["result"]?["rows"]?.array?.count == 1)
    #expect(reply["result"]?["next"]?.int == 3)
  }

  @Test(arguments: [(0.5, 1.0, 2), (0.5, 0.5, 1), (1, 1, 1), (0.25, 0, 0), (1.9, 0.2, 2)])
  func aSpanHasEveryRowOfWhichItHasAPart(top: Double, height: Double, count: Int) throws {
    let client = try Client()
    let cells = (0..<4).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: ",")
    try client.call("cells.push", #""cells":[\#(cells)]"#)
    let reply = try client.call("rows.pull", #""top":\#(top),"height":\#(height)"#)
    #expect(reply["result"]?["rows"]?.array?.count == count)
  }

  @Test func aConfigurationThatChangesNoLayoutTellsNobody() throws {
    let client = try Client()
    try client.call("session.create")
    try client.call("rows.watch")
    try client.call("session.configure", #""selection":"none","shared":true"#)
    #expect(client.connection.receive(within: 200) == nil)
  }

  @Test func onlyRowsWaitForTheInterval() throws {
    let client = try Client()
    try client.call("cells.push", #""cells":[{"id":"a","title":"A","unread":true}]"#)
    try client.call("rows.watch", #""events":true,"interval":600000"#)
    try client.call("cells.push", #""cells":[{"id":"a","title":"B","unread":true}]"#)
    try client.call("action.invoke", #""id":"a","action":"open""#)
    #expect(try client.next()["method"]?.string == "action.invoked")
    try client.call("session.delete")
    #expect(try client.next()["method"]?.string == "session.deleted")
  }

  @Test func aWatchWithoutAnIDOpensNothing() throws {
    let client = try Client()
    try client.call("session.create")
    client.connection.send(#"{"method":"rows.watch","params":{"session":"s"}}"#)
    client.connection.send(#"{"id":1,"method":"stats"}"#)
    #expect(try client.next()["result"]?["caller"]?["subscriptions"]?.int == 0)
  }
}

/// A client that works with the session `s`.
private struct Client {
  let daemon: DaemonProcess
  let connection: SocketClient

  init(arguments: [String] = []) throws {
    (daemon, connection) = try DaemonProcess.withClient(arguments)
  }

  @discardableResult func call(_ method: String, _ params: String = "") throws -> JSON {
    let session = #""session":"s""# + (params.isEmpty ? "" : ",")
    connection.send(#"{"id":1,"method":"\#(method)","params":{\#(session)\#(params)}}"#)
    return try next()
  }

  func next() throws -> JSON {
    try JSON(parsing: try #require(connection.receive(within: 10_000)))
  }
}
