import Foundation
import Testing

@Suite("systemd units")
struct SystemdUnitTests {
  static let hasSystemd = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

  @Test("are accepted without a warning, and expose little", .enabled(if: hasSystemd))
  func verified() throws {
    let check = Process()
    let output = Pipe()
    check.executableURL = SourceFolder.root.appendingPathComponent("scripts/check-systemd")
    check.standardOutput = output
    try check.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    check.waitUntilExit()
    #expect(check.terminationStatus == 0, "\(said)")
    #expect(said.contains("exposure 0."))
  }
}
