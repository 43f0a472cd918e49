import CellWire
import Testing

@Suite struct ActionTests {
  private static let cell: JSON = [
    "id": "ada", "title": "Ada", "unread": true, "menu": ["archive"],
    "actions": [
      ["id": "follow", "kind": "toggle"], ["id": "get", "kind": "download"],
      ["id": "call", "enabled": false], ["id": "more", "kind": "menu", "items": [["id": "share"]]],
    ],
  ]

  private func start(_ daemon: DaemonProcess) throws -> RPCClient {
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "people", "cells": [Self.cell]])
    return client
  }

  private func action(_ client: RPCClient, _ place: Int) throws -> JSON? {
    try client.call("cells.get", ["session": "people", "ids": ["ada"]])["cells"]?[0]?["actions"]?[place]
  }

  @Test func aDisabledCellIsBlamedForItself() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon)
    try client.call(
      "cells.patch", ["session": "people", "patches": [["id": "ada", "patch": ["enabled": false]]]])
    for action in ["follow", "call", "open"] {
      let refused = try refusal {
        try client.call("action.invoke", ["session": "people", "id": "ada", "action": .string(action)])
      }
      #expect(refused == RPCClient.Refusal(kind: "actionDisabled", path: "/id"))
    }
  }

  @Test func statesFollowWhatIsInvoked() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon)
    func invoke(_ action: String, _ value: JSON? = nil) throws {
      var params: JSON = ["session": "people", "id": "ada", "action": .string(action)]
      params["value"] = value
      try client.call("action.invoke", params)
    }
    try invoke("follow")
    #expect(try action(client, 0)?["on"]?.bool == true)
    let cell = try client.call("cells.get", ["session": "people"])["cells"]?[0]
    #expect(cell?["unread"]?.bool != true)
    try invoke("follow")
    #expect(try action(client, 0)?["on"]?.bool == false)
    try invoke("follow", true)
    try invoke("get")
    #expect(try action(client, 1)?["progress"]?.double == 0)
    try invoke("get", 0.5)
    try client.call("cells.push", ["session": "people", "cells": [Self.cell]])
    #expect(try action(client, 0)?["on"]?.bool == true)
    #expect(try action(client, 1)?["progress"]?.double == 0.5)
    try invoke("get", "done")
    #expect(try action(client, 1)?["progress"]?.double == 1)
    for known in ["open", "share", "archive", "more"] { try invoke(known) }
    #expect(try refusal { try invoke("folow") }?.kind == "actionNotFound")
    #expect(try refusal { try invoke("call") }?.kind == "actionDisabled")
    #expect(
      try refusal { try invoke("follow", 3) } == RPCClient.Refusal(kind: "invalidParams", path: "/value"))
    #expect(try refusal { try invoke("get", 1.5) }?.kind == "invalidParams")
  }

  @Test func watchersWithEventsHear() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon)
    let watcher = try RPCClient(daemon)
    let number = try watcher.call("rows.watch", ["session": "people", "count": 0, "events": true])[
      "subscription"]
    try watcher.call("rows.watch", ["session": "people", "count": 0])
    let delivered = try client.call(
      "action.invoke", ["session": "people", "id": "ada", "action": "share", "value": ["to": ["bob"]]])
    #expect(delivered == ["delivered": 1])
    var events: [JSON] = []
    while events.isEmpty, let message = try watcher.notification() {
      if message["method"]?.string == "action.invoked" { events.append(message) }
    }
    let params = events.first?["params"]
    #expect(params?["subscription"] == number && params?["session"]?.string == "people")
    #expect(params?["id"]?.string == "ada" && params?["action"]?.string == "share")
    #expect(params?["value"] == ["to": ["bob"]] && params?["by"]?.members != nil)
  }

  @Test func aWatcherThatDoesNotReadIsToldWhatItLost() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon)
    let watcher = try RPCClient(daemon)
    try watcher.call("rows.watch", ["session": "people", "count": 0, "events": true])
    // Fewer than the maximum number of events.
    var kept: [Int] = []
    for number in 0..<100 {
      let value: JSON = ["number": JSON(number), "text": .string(String(repeating: "x", count: 30_000))]
      let invoked = try client.call(
        "action.invoke", ["session": "people", "id": "ada", "action": "share", "value": value])
      if invoked["delivered"]?.int == 1 { kept.append(number) }
    }
    #expect(kept.count >= 256 / 30 && kept.count < 50)
    var heard: [Int] = []
    var lost = 0
    func take(_ message: JSON) {
      lost += message["params"]?["eventsLost"]?.int ?? 0
      if let number = message["params"]?["value"]?["number"]?.int { heard.append(number) }
    }
    while heard.count < kept.count, let message = try watcher.notification() { take(message) }
    #expect(heard == kept)
    try client.call("cells.push", ["session": "people", "cells": [["id": "bob", "title": "Bob"]]])
    while lost < 100 - kept.count, let message = try watcher.notification() { take(message) }
    #expect(lost == 100 - kept.count)
    _ = try watcher.takeNotifications()
    let huge: JSON = .string(String(repeating: "x", count: 300 << 10))
    let one = try client.call(
      "action.invoke", ["session": "people", "id": "ada", "action": "open", "value": huge])
    #expect(one["delivered"]?.int == 1)
    #expect(try watcher.notification()?["params"]?["value"] == huge)
  }
}
