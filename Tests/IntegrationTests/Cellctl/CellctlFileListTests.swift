import Foundation
import Testing

/// Commands whose argument is a session or a file.
@Suite(.serialized) final class CellctlFileListTests {
  private let cellctl: CellctlSession
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("f\(UUID().uuidString)")

  init() throws {
    cellctl = try CellctlSession()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try cellctl.run("push", "both", input: #"{"id":"1","title":"of the session"}"#)
    try cellctl.run("push", "only", input: #"{"id":"1","title":"of the session"}"#)
    for name in ["both", "file", "-x"] {
      try #"[{"id":1,"name":"of the file","state":"failed"},{"id":2,"name":"other","state":"ok"}]"#
        .write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs cellctl in the folder.
  private func run(_ arguments: [String], input: String? = nil) throws -> CellctlProcess {
    try CellctlProcess.run(
      arguments, input: input, socket: cellctl.socketPath, environment: [:], folder: folder)
  }

  @Test func `'header' takes a file, a path, standard input, or a session`() throws {
    for (arguments, title, note) in [
      (["both", "1"], "of the file", "both is a session and a file; this is the file (--session both"),
      (["./both", "1"], "of the file", "guessed "), (["file", "1"], "of the file", "guessed "),
      (["./-x", "1"], "of the file", "guessed "), (["only", "1"], "of the session", ""),
      (["--session", "both", "1"], "of the session", ""),
      (["both", "1", "--owner", "me"], "of the session", ""),
    ] {
      let header = try run(["header"] + arguments)
      #expect(header.status == 0, "\(header.errors)")
      #expect(header.output.contains(title), "\(arguments)")
      #expect(note.isEmpty ? header.errors.isEmpty : header.errors.contains(note), "\(header.errors)")
    }
    let typed = try run(["header", "-", "a"], input: "{\"id\":\"a\",\"title\":\"typed\"}\n")
    #expect(typed.output.contains("typed"), "\(typed.errors)")
    #expect(try run(["header", "./none", "1"]).status == 1)
    #expect(try run(["header", "file"]).status == 2)
    #expect(try run(["header", "file", "17"]).status == 4)
    #expect(try run(["header", "only", "1", "--at", "items"]).status == 2)
  }

  @Test func `'lint' checks the cells of a file`() throws {
    try
      #"{"id":1,"title":"Save","status":{"text":"Very bad, indeed","state":"negative","icon":{"name":"x"}}}"#
      .write(to: folder.appendingPathComponent("cells"), atomically: true, encoding: .utf8)
    let lint = try run(["lint", "cells"])
    try cellctl.run("push", "cells", folder.appendingPathComponent("cells").path)
    #expect(lint.output == (try run(["lint", "--session", "cells"]).output))
    #expect(lint.status == (try run(["lint", "--session", "cells"]).status))
    #expect(try run(["lint", "cells"]).errors.contains("this is the file"))
    #expect(try run(["lint", "file"]).errors.contains("guessed "))
    #expect(try run(["lint", "file", "--no-guess"]).status == 5)
    #expect(try run(["lint", "nothing"]).status == 4)
  }

  @Test func `'compare' and 'pick' take a file before a session, and 'watch' a session`() throws {
    let page = try run(["compare", "both"])
    #expect(page.output.contains("of the file") && page.errors.contains("this is the file"), "\(page.errors)")
    #expect(try run(["compare", "--session", "both"]).output.contains("of the session"))
    #expect(try run(["compare", "only"]).output.contains("of the session"))
    #expect(try run(["pick", "both", "--plain"]).errors.contains("this is the file"))
    #expect(try run(["pick", "--session", "both", "--plain"]).errors.contains("of the session"))
    for (arguments, title) in [
      (["both"], "of the session"), (["./both"], "of the file"), (["--session", "both"], "of the session"),
      (["file"], "of the file"),
    ] {
      let running = try CellctlProcess.start(
        ["watch"] + arguments, socket: cellctl.socketPath, folder: folder)
      defer { running.process.terminate() }
      var text = ""
      while !text.contains("of the ") {
        let piece = running.output.fileHandleForReading.availableData
        if piece.isEmpty { break }
        text += String(decoding: piece, as: UTF8.self)
      }
      #expect(text.contains(title), "\(arguments): \(text)")
    }
  }
}
