import CellWire
import Testing

/// Rules of protocol.md on sessions that its examples do not show, checked through the socket of a
/// real daemon.
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

  @Test func aDuplicateAmongStagedCellsIsNamed() throws {
    let client = try Client()
    try client.call("session.create")
    func stage(_ ids: [String], more: Bool) throws -> String? {
      let cells = ids.map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: ",")
      return try client.call("cells.replace", #""more":\#(more),"cells":[\#(cells)]"#)["error"]?["data"]?[
        "path"]?
        .string
    }
    #expect(try stage(["a", "b"], more: true) == nil)
    #expect(try stage(["c", "b"], more: false) == "/cells/1/id")
    // If both cells with the id are from earlier requests, the path names the whole list.
    for ids in [["a"], ["a"]] { #expect(try stage(ids, more: true) == nil) }
    #expect(try stage(["b"], more: false) == "/cells")
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

  @Test(arguments: [
    #"{"before":"a","after":"b"}"#:
      "before and after exclude each other; remove one of them (position/after).",
    "{}": "One of before or after is required; add it (position).",
    #"{"before":true}"#: "Expected a string or an integer, got true (position/before).",
    #"{"after":"z"}"#: #"The session has no cell "z"; cells.get lists its cells."#,
    "-1": "Expected a whole number of at least 0, got -1 (position).",
  ])
  func aWrongPositionIsTold(position: String, message: String) throws {
    let client = try Client()
    try client.call("cells.push", #""cells":[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#)
    for call in [#""cells":[{"id":"c","title":"C"}]"#, #""ids":["a"]"#] {
      let method = call.contains("cells") ? "cells.push" : "cells.move"
      let reply = try client.call(method, #"\#(call),"position":\#(position)"#)
      #expect(reply["error"]?["message"]?.string == message)
    }
  }

  @Test(arguments: [
    ("cells.push", #""cells":[{"id":"c","title":"C","selected":true}]"#, "/cells"),
    ("cells.push", #""cells":[{"id":"b","title":"B","selected":true},{"id":"d","title":"D"}]"#, "/cells"),
    ("cells.patch", #""patches":[{"id":"b","patch":{"selected":true}}]"#, "/patches"),
    ("cells.replace", #""cells":[{"id":"a","title":"A"},{"id":"b","title":"B","selected":true}]"#, "/cells"),
  ])
  func oneCellIsSelectedInASingleSelection(method: String, params: String, path: String) throws {
    let client = try Client()
    try client.call("session.create", #""selection":"single""#)
    let cells = #""cells":[{"id":"a","title":"A","selected":true},{"id":"b","title":"B"}]"#
    let revision = try client.call("cells.push", cells)["result"]?["revision"]
    let error = try client.call(method, params)["error"]
    #expect(error?["data"]?["kind"]?.string == "invalidParams")
    #expect(error?["data"]?["path"]?.string == path)
    #expect(try client.call("session.info")["result"]?["revision"] == revision)
    let moved = #""cells":[{"id":"a","title":"A","selected":false},{"id":"b","title":"B","selected":true}]"#
    #expect(try client.call("cells.push", moved)["result"]?["updated"]?.int == 2)
  }

  @Test func theWidthOfAViewIsWholeColumns() throws {
    let client = try Client()
    try client.call("session.create")
    let view = try client.call("view.set", #""width":80.7"#)["result"]
    #expect(view?["width"]?.int == 80)
    #expect(view?["set"]?["width"]?.double == 80.7)
    #expect(try client.call("rows.pull")["result"]?["width"]?.int == 80)
  }

  @Test func aViewInPointsTellsPoints() throws {
    let client = try Client()
    let cells = ["a", "b", "c"].map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: ",")
    try client.call("cells.push", #""cells":[\#(cells)]"#)
    let set = try client.call("view.set", #""unit":"point","width":400.5,"statusWidth":60.25"#)["result"]
    #expect(set?["width"]?.double == 400.5 && set?["statusWidth"]?.double == 60.25)
    for _ in 0..<2 {
      let result = try client.call("rows.pull", #""format":"frames""#)["result"]
      #expect(result?["width"]?.double == 400.5)
      var top = 0.0
      for row in result?["rows"]?.array ?? [] {
        #expect(row["y"]?.double == top)
        top += row["height"]?.double ?? 0
      }
      #expect(result?["height"]?.double == top && top > 0)
    }
  }

  @Test func sessionsAreListedByNameAndAnUnknownOneIsGuessed() throws {
    let client = try Client()
    for name in ["tasks", "taps", "orders", "s", "Zebra"] {
      client.connection.send(#"{"id":1,"method":"session.create","params":{"session":"\#(name)"}}"#)
      _ = try client.next()
    }
    func names(_ params: String) throws -> [String?]? {
      client.connection.send(#"{"id":1,"method":"session.list","params":\#(params)}"#)
      return try client.next()["result"]?["sessions"]?.array?.map { $0["session"]?.string }
    }
    #expect(try names("{}") == ["Zebra", "orders", "s", "taps", "tasks"])
    #expect(try names(#"{"prefix":"ta"}"#) == ["taps", "tasks"])
    #expect(try names(#"{"prefix":"z"}"#) == [])
    client.connection.send(#"{"id":1,"method":"session.info","params":{"session":"tasky"}}"#)
    #expect(try client.next()["error"]?["data"]?["hint"]?.string == "tasks")
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
    try JSON(parsing: try #require(connection.receive()))
  }
}
