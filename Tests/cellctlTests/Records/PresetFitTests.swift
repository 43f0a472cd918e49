import CellProtocol
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
  ])
  func `no preset fits other records`(record: String) throws {
    #expect(try fitting(record.utf8) == [])
  }
}
