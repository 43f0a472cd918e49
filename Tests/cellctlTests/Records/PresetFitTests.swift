import CellWire
import Foundation
import Testing

@testable import cellctl

/// The choice of a preset for a file, on the samples of the package's presets.
@Suite struct PresetFitTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = root.appendingPathComponent("Sources/cellctl/Presets")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".jq") }.map { String($0.dropLast(3)) }.sorted()

  private static let presets = names.compactMap { name in
    let path = folder.appendingPathComponent("\(name).jq").path
    return (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
      try? Preset(name: name, path: path, text: $0)
    }
  }

  private func fitting(_ json: some Sequence<UInt8>) throws -> [String] {
    try JSONDocument(Array(json)).withRoot { root in
      Self.presets.filter { $0.fits(root) }.map(\.name)
    }
  }

  @Test(arguments: names)
  func `only its own preset fits any record of a sample`(name: String) throws {
    let path = Self.root.appendingPathComponent("Tests/Fixtures/presets/\(name).input")
    let format = try #require(Self.presets.first { $0.name == name }).format
    var splitter = format.splitter(limit: 1 << 20, splitsArrays: true)
    splitter.append(Array(try Data(contentsOf: path))[...])
    splitter.finish()
    while let record = try splitter.next() {
      #expect(try fitting(record.bytes).filter { $0 != name } == [])
    }
  }

  @Test(arguments: names)
  func `one preset fits a sample of JSON, and lines are not looked at`(name: String) throws {
    let preset = try #require(Self.presets.first { $0.name == name })
    let path = Self.root.appendingPathComponent("Tests/Fixtures/presets/\(name).input")
    guard preset.format == .json else {
      #expect(preset.conditions.isEmpty)
      return
    }
    var splitter = JSONRecords(limit: 1 << 20)
    splitter.append(Array(try Data(contentsOf: path))[...])
    splitter.finish()
    let first = try #require(try splitter.next())
    #expect(try fitting(first.bytes) == [name])
  }

  @Test(arguments: [
    #"{"id":1,"title":"A cell"}"#, #"{"name":"web","state":"up"}"#,
    #"{"name":"left-pad","version":"1.3.0","description":"pads"}"#,
    #"{"number":1,"title":"A chapter"}"#, #"{"items":[{"kind":"Pod"},{"kind":"Service"}]}"#,
    #"{"items":[]}"#, #"{"status":"success","data":{"alerts":[]}}"#, "{}",
    // Packages of other programs than pip.
    #"{"name":"demo","version":"0.1.0"}"#, #"{"name":"demo","version":"0.1.0","private":true,"scripts":{}}"#,
    #"{"name":"demo","version":"1.0.0","lockfileVersion":3,"packages":{}}"#,
    #"{"name":"demo","version":"1.0.0","dependencies":{"left-pad":{"version":"1.3.0"}}}"#,
    #"{"name":"serde","version":"1.0.2","edition":"2021","license":"MIT"}"#,
    #"{"name":"api","state":"up","uptime":12,"version":"2.1"}"#,
    #"{"react":{"current":"18.1.0","latest":"19.0.0","wanted":"18.3.1","dependencyType":"dependencies"}}"#,
    // Containers of compose, and of Docker's own interface.
    #"{"ID":"1","Name":"w","Names":"w","Image":"i","State":"running","Status":"Up","CreatedAt":"2025","Service":"web"}"#,
    #"{"Id":"1","Names":["/w"],"Image":"i","ImageID":"sha256:1","Created":1,"State":"running","Status":"Up"}"#,
    // Lists of other kinds.
    #"{"items":[{"kind":"Event","summary":"Lunch","start":{"date":"2025-01-02"}}]}"#,
    #"{"items":[{"kind":"Node","name":"root","children":[]}]}"#,
    #"{"items":[{"kind":"Pod","name":"orca"}]}"#, #"{"items":[{"kind":"Deployment","environment":"prod"}]}"#,
    // Other tables of the network and of disks.
    #"{"ifindex":2,"ifname":"eth0","flags":["UP"],"mtu":1500,"master":"br0","state":"forwarding"}"#,
    #"{"blockdevices":[{"name":"sda"}]}"#, #"{"number":3,"title":"Act","stateReason":null}"#,
    #"{"terraform_version":"1.9.0","values":{"root_module":{}}}"#, #"{"unit":"kg","active":true}"#,
  ])
  func `no preset fits other records`(record: String) throws {
    #expect(try fitting(record.utf8) == [])
  }
}
