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

  @Test("bound memory, threads, files and restarts, and write no dumps", arguments: ["", "user/"])
  func bounded(folder: String) throws {
    let unit = SourceFolder.root.appendingPathComponent("systemd/\(folder)celld.service")
    let lines = Set(try String(contentsOf: unit, encoding: .utf8).split(separator: "\n").map(String.init))
    let bounds = [
      "MemoryHigh=75%", "MemoryMax=90%", "OOMPolicy=stop", "TasksMax=256", "LimitNOFILE=65536", "LimitCORE=0",
      "StartLimitIntervalSec=60s", "StartLimitBurst=20", "RestartSec=200ms",
      "TimeoutStopSec=5s",
    ]
    #expect(lines.isSuperset(of: bounds), "\(Set(bounds).subtracting(lines))")
    // A user namespace hides the peers of connections.
    #expect(!lines.contains("PrivateUsers=yes"))
    #expect(lines.contains("StateDirectoryMode=0700") == folder.isEmpty)
  }
}
