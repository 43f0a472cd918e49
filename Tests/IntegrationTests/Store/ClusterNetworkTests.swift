import CellProtocol
import Foundation
import Glibc
import Testing

/// Nodes and a Redis server on hosts of their own.
@Suite(.enabled(if: HostNetwork.isPossible)) struct ClusterNetworkTests {
  private func server(on host: HostNetwork.Host) throws -> RedisServerProcess {
    try RedisServerProcess(["--port", "6379", "--bind", "0.0.0.0", "--protected-mode", "no"], on: host)
  }

  private func node(on host: HostNetwork.Host, store address: String) throws -> DaemonProcess {
    let node = try DaemonProcess(["--store", address], on: host)
    _ = try node.connect()
    return node
  }

  /// Short cuts are only slow. In long ones, the store is away for the node, and rows are shown.
  @Test(arguments: [false, true]) func nothingIsLostWhenANodeIsCutOff(hasSnapshots: Bool) throws {
    let rounds = Int(ProcessInfo.processInfo.environment["CELLD_KILLS"] ?? "") ?? (hasSnapshots ? 1 : 2)
    let network = try HostNetwork(count: 4)
    let server = try server(on: network.hosts[0])
    let nodes = try network.hosts.dropFirst().map {
      try node(on: $0, store: "redis://\($0.gateway):6379")
    }
    let load = try ClusterLoad(nodes, server, hasSnapshots: hasSnapshots)
    for round in 0..<rounds {
      let victim = round % 3
      // The threads only use them, one at a time.
      nonisolated(unsafe) let (shared, cut) = (network, nodes[victim])
      load.run(clients: 6, changes: .max, pause: 50_000, mayFail: true) {
        usleep(.random(in: 20_000...200_000))
        try shared.cut(shared.hosts[victim + 1])
        defer { try? shared.mend() }
        if round % 3 == 0 {
          let client = try RPCClient(cut)
          #expect(try eventually { try client.call("stats")["store"]?["state"] == "away" })
          #expect(try client.call("rows.pull", ["session": "s"])["count"]?.int ?? 0 > 0)
          let refusal = try refusal {
            try client.call("cells.push", ["session": "s", "cells": [["id": "away", "title": "T"]]])
          }
          #expect(refusal?.kind == "storageFailed")
          // The other nodes go on.
          load.waitForAnswers()
          if hasSnapshots { try load.waitForSnapshot() }
        } else {
          usleep(.random(in: 100_000...3_000_000))
        }
      }
      try load.check()
    }
  }

  /// The files of docs/cluster.md, with the addresses of the test.
  private func tunnel(_ number: Int, _ places: [String: String], in directory: String) throws -> String {
    let document = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs/cluster.md")
    let parts = try String(contentsOf: document.standardized, encoding: .utf8).components(
      separatedBy: "```ini\n")
    try #require(parts.count == 3)
    var text = parts[number + 1].components(separatedBy: "```")[0]
    for (name, place) in places {
      #expect(text.contains(name))
      text = text.replacingOccurrences(of: name, with: place)
    }
    let path = "\(directory)/tunnel\(number).conf"
    try ("foreground = yes\npid =\nsyslog = no\n" + text).write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func openssl(_ words: String, in directory: String) throws {
    let process = Process()
    process.setCommand("/usr/bin/openssl", words.split(separator: " ").map(String.init), on: nil)
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test func stunnelEncrypts() throws {
    let network = try HostNetwork(count: 2)
    let (center, host) = (network.hosts[0], network.hosts[1])
    let server = try RedisServerProcess(on: center)
    let directory = server.directory
    for name in ["right", "wrong"] {
      try openssl(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=redis.example -addext "
          + "subjectAltName=DNS:redis.example -keyout \(name).key -out \(name).crt", in: directory)
    }
    let files = ["key", "crt"].map { "\(directory)/right.\($0)" }
    let pem = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    try pem.write(toFile: directory + "/server.pem", atomically: true, encoding: .utf8)
    var tunnels: [Process] = []
    defer {
      tunnels.forEach {
        kill($0.processIdentifier, SIGKILL); $0.waitUntilExit()
      }
    }
    func start(_ configuration: String, on host: HostNetwork.Host) throws {
      let process = Process()
      process.setCommand("/usr/bin/stunnel", [configuration], on: host)
      process.standardError = FileHandle.nullDevice
      try process.run()
      tunnels.append(process)
    }
    try start(
      tunnel(
        0,
        ["/etc/celld/server.pem": directory + "/server.pem", "/run/redis/redis-server.sock": server.socket],
        in: directory), on: center)
    for name in ["right", "wrong"] {
      let local = "\(directory)/\(name).sock"
      let places = [
        "/etc/celld/ca.pem": "\(directory)/\(name).crt", "redis.example:6380": host.gateway + ":6380",
        "/run/celld/redis.sock": local,
      ]
      try start(tunnel(1, places, in: directory), on: host)
      #expect(eventually { FileManager.default.fileExists(atPath: local) })
      if name == "right" {
        // The tunnel of the server may start later.
        #expect(
          eventually {
            guard let node = try? self.node(on: host, store: "redis+unix://" + local) else { return false }
            return
              (try? RPCClient(node).call("cells.push", ["session": "s", "cells": [["id": 1, "title": "T"]]]))
              != nil
          })
        #expect(try server.log().count == 1)
      } else {
        let node = try DaemonProcess(["--store", "redis+unix://" + local], on: host)
        let status = try node.exitStatus()
        #expect(status == 1, "\(node.readErrors())")
        #expect(try server.log().count == 1)
      }
    }
  }
}
