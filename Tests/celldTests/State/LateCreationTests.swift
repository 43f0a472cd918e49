import CFaults
import CellWire
import Foundation
import Testing

@testable import celld

/// Sessions of the level `memory`, whose creation is answered before it is stored.
@Suite struct LateCreationTests {
  @Test func aCreationThatFailsIsStoredWhenTheStoreIsBack() throws {
    let folder = NSTemporaryDirectory() + "celld-late-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let layer = "late-\(UUID().uuidString)"
    faults_register(layer)
    var daemon = try FuzzedDaemon(path: folder + "/store.db", boot: "b", layer: layer)
    var client: FuzzedClient? = FuzzedClient(daemon, user: 0)
    func call(_ method: String, _ params: String) throws -> JSON {
      client?.send(#"{"id":1,"method":"\#(method)","params":\#(params)}"#)
      return try #require(client?.reply()?["result"])
    }
    func waitFor(_ state: String) throws {
      while try call("stats", "{}")["store"]?["state"]?.string != state { usleep(1_000) }
    }
    faults_set(layer, FAULT_FULL, 1, Int32.max)
    _ = try call("session.create", #"{"session":"s","durability":"memory","profile":"ios"}"#)
    _ = try call("cells.push", #"{"session":"s","cells":[{"id":"1","title":"T"}]}"#)
    try waitFor("away")
    faults_set(layer, FAULT_NONE, 1, 1)
    try waitFor("ok")
    _ = try call("cells.push", #"{"session":"s","cells":[{"id":"2","title":"U"}]}"#)
    let revision = try call("session.info", #"{"session":"s"}"#)["revision"]
    client = nil
    daemon.stop()

    daemon = try FuzzedDaemon(path: folder + "/store.db", boot: "b", layer: layer)
    client = FuzzedClient(daemon, user: 0)
    let info = try call("session.info", #"{"session":"s"}"#)
    #expect(info["count"] == 2 && info["revision"] == revision && info["profile"] == "ios")
    client = nil
    daemon.stop()
  }
}
