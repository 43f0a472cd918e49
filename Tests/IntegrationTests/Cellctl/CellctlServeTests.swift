import Foundation
import Testing

/// `cellctl serve`, with a script instead of cellweb. `scripts/check-web` tests the real one.
@Suite struct CellctlServeTests {
  @Test func `it starts the program next to it with the sessions and the socket`() throws {
    let daemon = try DaemonProcess()
    let folder = try Folder()
    try folder.addGateway("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    let run = try CellctlProcess.run(
      ["serve", "jobs", "two words", "--port", "8123"], socket: daemon.socketPath,
      program: folder.program)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == ["--socket", daemon.socketPath, "--port", "8123", "--", "jobs", "two words"])
    #expect(run.errors.contains(#"there is no session "two words" yet; the page waits for it"#))
  }

  @Test func `options of the page are handed on`() throws {
    let daemon = try DaemonProcess()
    let folder = try Folder()
    try folder.addGateway("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    let run = try CellctlProcess.run(
      ["serve", "--open", "jobs", "--origin", "http://localhost:3000"], socket: daemon.socketPath,
      program: folder.program)
    #expect(
      run.lines == [
        "--socket", daemon.socketPath, "--port", "0", "--open", "--origin", "http://localhost:3000", "--",
        "jobs",
      ])
  }

  @Test func `an address is asked for where no page is served`() throws {
    for (arguments, sentence) in [
      ([], "no page is served\n"), (["--port", "81"], "no page is served on port 81\n"),
    ] {
      let run = try CellctlProcess.run(["serve", "--address"] + arguments)
      #expect(
        run.status == 4 && run.errors.contains(sentence) && run.errors.contains("cellctl serve SESSION"))
    }
  }

  @Test func `a name that no session can have is refused`() throws {
    let daemon = try DaemonProcess()
    let folder = try Folder()
    try folder.addGateway("#!/bin/sh\necho started\n")
    let run = try CellctlProcess.run(["serve", ""], socket: daemon.socketPath, program: folder.program)
    #expect(run.status == 2 && run.output.isEmpty, "\(run.errors)")
  }

  @Test func `a missing program is reported with the command that builds it`() throws {
    let daemon = try DaemonProcess()
    let folder = try Folder()
    let run = try CellctlProcess.run(["serve", "jobs"], socket: daemon.socketPath, program: folder.program)
    #expect(run.status == 1)
    #expect(run.errors.contains("cellweb is neither next to cellctl nor in PATH"))
    #expect(run.errors.contains("scripts/build-web"))
  }

  @Test(arguments: [
    ["serve"], ["serve", "jobs", "--port", "70000"], ["serve", "--address", "jobs"],
    ["serve", "--address", "--open"], ["demo", "--web", "--class", "compact"],
    ["watch", "ps", "--every", "0"],
    ["lint", "jobs", "--format", "svg"],
    ["pick", "jobs", "--format", "html"],
  ])
  func `wrong arguments are reported`(arguments: [String]) throws {
    #expect(try CellctlProcess.run(arguments).status == 2)
  }

  /// A folder with a copy of cellctl, where no cellweb was built.
  private final class Folder {
    private let path: URL
    let program: URL

    init() throws {
      path = URL(fileURLWithPath: try DaemonProcess.makeDirectory())
      program = path.appendingPathComponent("cellctl")
      try FileManager.default.copyItem(at: CellctlProcess.program, to: program)
    }

    deinit { try? FileManager.default.removeItem(at: path) }

    func addGateway(_ script: String) throws {
      let gateway = path.appendingPathComponent("cellweb")
      try script.write(to: gateway, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: gateway.path)
    }
  }
}
