import CellWire
import Foundation
import Testing

/// Settings and views of a session that several daemons serve.
@Suite struct ClusterSettingsTests: ClusterSuite {
  /// A view needs other fonts with another profile. The node that hears of the profile loads them.
  @Test func settingsReachViewsThatNeedOtherFonts() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    try a.call("session.create", ["session": "s", "shared": true])
    _ = try push(a, ["1", "2"])
    #expect(try eventually { try isFound(b) })
    let pull: JSON = ["session": "s", "environment": ["unit": "point", "width": 320], "format": "frames"]
    let before = try b.call("rows.pull", pull)
    try b.call("rows.watch", pull)
    try a.call("session.configure", ["session": "s", "profile": "ios", "shared": false])
    #expect(
      try eventually {
        let info = try b.call("session.info", ["session": "s"])
        return info["profile"] == "ios" && info["shared"] == false
      }, "the settings have not reached the other node")
    let after = try a.call("rows.pull", pull)
    #expect(after["height"] != before["height"])
    #expect(try b.call("rows.pull", pull)["rows"]?.text == after["rows"]?.text)
    #expect(try eventually { try b.takeNotifications().contains { $0["method"] == "rows.changed" } })

    // What the other node writes does not put the old ones back.
    try b.call("session.configure", ["session": "s", "selection": "single"])
    #expect(try eventually { try a.call("session.info", ["session": "s"])["selection"] == "single" })
    for client in [a, b] {
      let info = try client.call("session.info", ["session": "s"])
      #expect(info["profile"] == "ios" && info["shared"] == false)
    }
  }

  /// A node has room for two views. It keeps the third one for the others.
  @Test func viewsThatANodeCannotLayOutAreKept() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node(["--limit", "views=2"]))
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    func views(_ client: RPCClient) throws -> [String] {
      let views = try client.call("view.list", ["session": "s"])["views"]?.array ?? []
      return views.map { "\($0["view"]?.text ?? "") \($0["width"]?.text ?? "")" }.sorted()
    }
    _ = try push(a, ["1"])
    #expect(try eventually { try isFound(b) })
    _ = try rows(b)
    try a.call("view.set", ["session": "s", "view": "first", "width": 20])
    try a.call("view.set", ["session": "s", "view": "second", "width": 30])
    #expect(try eventually { try views(b).contains(#""first" 20"#) })
    try b.call("view.set", ["session": "s", "view": "first", "width": 40])
    #expect(try eventually { try views(a).contains(#""first" 40"#) })
    #expect(try views(a).contains(#""second" 30"#), "another node has deleted a view")
    let limit = try refusal { try b.call("view.set", ["session": "s", "view": "second", "width": 10]) }
    #expect(limit?.kind == "limitExceeded")
    // There is room for it again.
    try a.call("view.delete", ["session": "s", "view": "first"])
    #expect(try eventually { try views(b).contains(#""second" 30"#) })
    #expect(try views(a) == views(b))
    // A view that a node does not have can be deleted there, too.
    try a.call("view.set", ["session": "s", "view": "third", "width": 60])
    #expect(
      try eventually {
        try refusal { try b.call("view.delete", ["session": "s", "view": "third"]) } == nil
      })
    #expect(try eventually { try views(a).count == 2 })
    #expect(
      try refusal { try b.call("view.delete", ["session": "s", "view": "third"]) }?.kind == "viewNotFound")
  }
}
