import Foundation
import Glibc
import Testing

/// Options that many commands share, and the rule that every option has a test.
@Suite struct CellctlOptionTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  /// The long names of the options of all commands, as the argument parser lists them.
  private func optionNames() throws -> Set<String> {
    let help = try cellctl.object(CellctlProcess.run(["--experimental-dump-help"]).output)
    let root = help["command"] as? [String: Any]
    let commands = root?["subcommands"] as? [[String: Any]] ?? []
    let arguments = commands.flatMap { $0["arguments"] as? [[String: Any]] ?? [] }
      .filter { $0["shouldDisplay"] as? Bool == true }
    let names = arguments.flatMap { $0["names"] as? [[String: String]] ?? [] }
    return Set(names.filter { $0["kind"] == "long" }.compactMap { $0["name"] })
  }

  @Test func `every option is in a test`() throws {
    var tests = ""
    for folder in ["Tests/IntegrationTests/Cellctl", "Tests/cellctlTests"] {
      let files = FileManager.default.enumerator(
        at: SourceFolder.root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        tests += try String(contentsOf: file, encoding: .utf8)
      }
    }
    let names = try optionNames()
    #expect(names.count > 40)
    for name in names { #expect(tests.contains("\"--\(name)"), "\(name)") }
  }

  @Test func `--owner names a session of a user by name and number`() throws {
    try cellctl.run("push", "s", "--owner", "me", input: #"{"id":"a","title":"A"}"#)
    #expect(try cellctl.run("rows", "s", "--owner", "\(getuid())").output == "A\n")
    #expect(try cellctl.run("rows", "s", "--owner", "4000000000").status == 4)
    #expect(try cellctl.run("rows", "s", "--owner", "no-such-user").status != 0)
  }

  @Test func `--output is the long name of -o`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    #expect(try cellctl.run("rows", "s", "--output", "ids").output == "a\n")
    #expect(try cellctl.object(cellctl.run("info", "s", "--output", "json").output)["count"] as? Int == 1)
  }

  @Test func `--every runs the command of a preset again and again, and a failed run keeps the list`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celld-\(UUID().uuidString)")
    let presets = folder.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = folder.appendingPathComponent("data.json")
    try "# title: Data\n# command: cat '\(data.path)'\n.[] | {id: ., title: .}\n"
      .write(to: presets.appendingPathComponent("data.jq"), atomically: true, encoding: .utf8)
    for path in [folder, presets, presets.appendingPathComponent("data.jq")] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }
    try #"["a","b"]"#.write(to: data, atomically: true, encoding: .utf8)
    let running = try CellctlProcess.start(
      ["push", "s", "--preset", "data", "--every", "20ms"], socket: cellctl.socketPath,
      environment: ["XDG_CONFIG_HOME": folder.path])
    defer { running.process.terminate() }
    #expect(eventually { (try? cellctl.texts("id", of: "s")) == ["a", "b"] })
    try #"["c","a"]"#.write(to: data, atomically: true, encoding: .utf8)
    #expect(eventually { (try? cellctl.texts("id", of: "s")) == ["c", "a"] })
    try FileManager.default.removeItem(at: data)
    let errors = running.errors.fileHandleForReading
    var reported = ""
    while !reported.contains("cat ended with exit status 1") {
      let piece = errors.availableData
      if piece.isEmpty { break }
      reported += String(decoding: piece, as: UTF8.self)
    }
    #expect(reported.contains("cat ended with exit status 1"))
    #expect(try cellctl.texts("id", of: "s") == ["c", "a"])
    try #"["d"]"#.write(to: data, atomically: true, encoding: .utf8)
    #expect(eventually { (try? cellctl.texts("id", of: "s")) == ["d"] })
  }

  @Test func `watch --every shows a session of its own`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celld-\(UUID().uuidString)")
    let presets = folder.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "# title: Data\n# command: echo '\"shown\"'\n{id: 1, title: .}\n"
      .write(to: presets.appendingPathComponent("data.jq"), atomically: true, encoding: .utf8)
    for path in [folder, presets, presets.appendingPathComponent("data.jq")] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }
    let running = try CellctlProcess.start(
      ["watch", "data", "--every", "1s", "--interval", "10"], socket: "/nonexistent/celld.sock",
      environment: ["XDG_CONFIG_HOME": folder.path])
    var printed = ""
    while !printed.contains("shown\n") {
      let piece = running.output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      printed += String(decoding: piece, as: UTF8.self)
    }
    #expect(printed.contains("shown\n"))
    // The process that runs the command ends, too, even if the watch cannot end it.
    let children = try CellctlProcess.children(of: running.process.processIdentifier)
    #expect(children.count == 2)
    kill(running.process.processIdentifier, SIGKILL)
    #expect(eventually { children.allSatisfy { kill($0, 0) != 0 } })
    let none = try CellctlProcess.run(
      ["watch", "nothing", "--every", "1s"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(none.status == 4)
  }
}
