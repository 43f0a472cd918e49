import Foundation
import FuzzChecks
import Testing

/// Replays the regressions and the seeds of fuzzing on every run of the tests.
@Suite("Inputs of the fuzzer") struct ReplayTests {
  @Test("keep every invariant", arguments: FuzzTarget.allCases, ["Corpus", "Regressions"])
  func replay(_ target: FuzzTarget, folder: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let inputs = root.appendingPathComponent("Fuzz/\(folder)/\(target.rawValue)")
    // A target without regressions has no folder.
    let names = try? FileManager.default.contentsOfDirectory(atPath: inputs.path)
    #expect(folder == "Regressions" || names?.isEmpty == false)
    for name in (names ?? []).sorted() {
      let bytes = [UInt8](try Data(contentsOf: inputs.appendingPathComponent(name)))
      do {
        try bytes.withUnsafeBufferPointer { (bytes) throws(BrokenInvariant) in try target.check(bytes) }
      } catch {
        Issue.record("\(folder)/\(target.rawValue)/\(name): \(error.description)")
      }
    }
  }
}
