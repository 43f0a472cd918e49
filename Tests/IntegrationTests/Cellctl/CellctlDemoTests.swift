import Foundation
import Glibc
import Testing

/// The demonstration, from its start to its clean-up.
@Suite struct CellctlDemoTests {
  @Test func `it shows every class and what to do next, and ends its daemon`() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let run = try CellctlProcess.run(
      ["demo", "--width", "100", "--limit", "40"], environment: ["XDG_RUNTIME_DIR": directory])
    #expect(run.status == 0, "\(run.errors)")
    for text in [
      "40 ", "compact, 48 columns", "medium, 80 columns", "expanded, 100 columns", "cellctl show ps",
      "cellctl watch -- COMMAND",
    ] {
      #expect(run.output.contains(text), "\(text)")
    }
    #expect(run.lines.allSatisfy { $0.count <= 100 })
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  @Test func `nothing is wider than the terminal, and words stay whole`() throws {
    let run = try CellctlProcess.run(["demo", "--width", "30", "--limit", "40"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.allSatisfy { $0.count <= 30 })
    for line in ["── compact, 30 columns", "  cellctl render FILE", "Now your own:"] {
      #expect(run.lines.contains { $0.hasPrefix(line) }, "\(line)")
    }
  }

  @Test func `a daemon that ends early is reported`() throws {
    let directory = URL(fileURLWithPath: try DaemonProcess.makeDirectory())
    defer { try? FileManager.default.removeItem(at: directory) }
    let program = directory.appendingPathComponent("cellctl")
    try FileManager.default.copyItem(at: CellctlProcess.program, to: program)
    let daemon = directory.appendingPathComponent("celld")
    try "#!/bin/sh\necho 'celld: no room here' >&2\nexit 1\n".write(
      to: daemon, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: daemon.path)
    let run = try CellctlProcess.run(["demo", "--limit", "8"], program: program)
    #expect(run.status == 3)
    #expect(run.errors.contains("cannot start celld: celld: no room here"))
  }

  @Test func `an interrupt ends it and its daemon`() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let running = try CellctlProcess.start(
      ["demo"], socket: "/nonexistent/celld.sock", environment: ["XDG_RUNTIME_DIR": directory])
    #expect(try eventually { try !FileManager.default.contentsOfDirectory(atPath: directory).isEmpty })
    usleep(20_000)
    kill(running.process.processIdentifier, SIGINT)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    #expect(try eventually { try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty })
  }
}
