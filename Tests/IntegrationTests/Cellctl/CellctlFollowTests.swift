import Foundation
import Glibc
import Testing

/// `push --follow`, of a file that grows, is replaced or is cut.
@Suite final class CellctlFollowTests {
  private let cellctl: CellctlSession
  private let directory: String
  private var running: [CellctlProcess.Running] = []

  init() throws {
    cellctl = try CellctlSession()
    directory = try DaemonProcess.makeDirectory()
  }

  deinit {
    for run in running { run.process.terminate() }
    try? FileManager.default.removeItem(atPath: directory)
  }

  private var path: String { directory + "/log" }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func append(_ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Adds a text to the file and replaces it at once, as a program does that rotates its log.
  private func rotate(after text: String, to next: String) throws {
    try write(next, to: path + ".next")
    try append(text)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try FileManager.default.moveItem(atPath: path + ".next", toPath: path)
  }

  private func follow(_ options: String...) throws {
    running.append(
      try CellctlProcess.start(["push", "s", path, "--follow"] + options, socket: cellctl.socketPath))
  }

  /// Follows the file to the end of the command.
  private func followToEnd(_ options: String...) throws -> CellctlProcess {
    try CellctlProcess.run(["push", "s", path, "--follow"] + options, socket: cellctl.socketPath)
  }

  /// Whether the session gets these titles. Before the first push, it does not exist.
  private func shows(_ titles: [String]) -> Bool {
    eventually { (try? cellctl.texts("title", of: "s")) == titles }
  }

  private func record(_ id: String) -> String { #"{"id":"\#(id)","title":"\#(id)"}"# + "\n" }

  @Test func `the last lines of a file that is replaced are pushed`() throws {
    try write(record("a"), to: path)
    try follow()
    #expect(shows(["a"]))
    try rotate(after: record("b") + record("c"), to: record("d"))
    #expect(shows(["a", "b", "c", "d"]))
    try append(record("e"))
    #expect(shows(["a", "b", "c", "d", "e"]))
  }

  @Test func `lines for the old file are pushed until the new one has some`() throws {
    try write(record("a"), to: path)
    try follow()
    #expect(shows(["a"]))
    let old = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try old.seekToEnd()
    try rotate(after: "", to: "")
    try old.write(contentsOf: Data(record("b").utf8))
    #expect(shows(["a", "b"]))
    try append(record("c"))
    #expect(shows(["a", "b", "c"]))
  }

  @Test(arguments: [
    ("lines", "one\n", "tw", "three\n", ["one", "tw", "three"]),
    ("csv", "text\none\n", "tw", "three\n", ["one", "tw", "three"]),
    // The new file has the header again.
    ("tsv", "text\none\n", "two\n", "text\nthree\n", ["one", "two", "three"]),
    (
      "json", "{\"text\":\"one\"}\n", "{\"text\":\"two\"}", "{\"text\":\"three\"}\n", ["one", "two", "three"]
    ),
  ])
  func `no record reaches from the old file into the new one`(
    format: String, first: String, last: String, next: String, titles: [String]
  ) throws {
    try write(first, to: path)
    try follow("--from", format, "--id", "hash", "--map", "title={text}")
    #expect(shows(["one"]))
    try rotate(after: last, to: next)
    #expect(shows(titles))
  }

  @Test(arguments: [[], ["--jq", "."]])
  func `a document that the old file cuts off is an error`(options: [String]) throws {
    try write(record("a"), to: path)
    let run = try CellctlProcess.start(
      ["push", "s", path, "--follow"] + options, socket: cellctl.socketPath)
    running.append(run)
    #expect(shows(["a"]))
    try rotate(after: #"{"id":"b","#, to: record("c"))
    let errors = ReadingThread(run.errors).text
    run.process.waitUntilExit()
    #expect(run.process.terminationStatus == 5, "\(errors)")
    #expect(try cellctl.texts("title", of: "s").first == "a")
  }

  @Test func `a cut-off record is rejected with --partial, and the next file is pushed`() throws {
    try write(record("a"), to: path)
    try follow("--partial")
    #expect(shows(["a"]))
    try rotate(after: #"{"id":"b","#, to: record("c"))
    #expect(shows(["a", "c"]))
  }

  @Test func `a file that was cut is read from its start`() throws {
    try write(record("a") + record("b"), to: path)
    try follow()
    #expect(shows(["a", "b"]))
    #expect(truncate(path, 0) == 0)
    try append(record("c"))
    #expect(shows(["a", "b", "c"]))
  }

  @Test func `the records of a jq program come as the file grows, and after it is replaced`() throws {
    try write(record("a"), to: path)
    try follow("--jq", "{id, title: (.title + \"!\")}")
    #expect(shows(["a!"]))
    try append(record("b"))
    #expect(shows(["a!", "b!"]))
    try rotate(after: record("c"), to: record("d"))
    #expect(shows(["a!", "b!", "c!", "d!"]))
  }

  @Test func `a jq program that waits for the file does not keep a processor busy`() throws {
    try write(record("a"), to: path)
    try follow("--jq", ".")
    #expect(shows(["a"]))
    // A process that never waits never switches of its own accord.
    let process = running[0].process.processIdentifier
    let before = switches(of: process)
    #expect(eventually { switches(of: process) >= before + 5 })
  }

  /// The number of times that a process has waited.
  private func switches(of process: pid_t) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") } ?? ""
    return line.split { " \t".contains($0) }.last.flatMap { Int($0) } ?? 0
  }

  @Test(arguments: ["yaml", "mdk"])
  func `a format that needs the end of the file cannot be followed`(format: String) throws {
    try write("- id: a\n  title: A\n", to: path)
    let run = try followToEnd("--from", format)
    #expect(run.status == 2)
    #expect(run.errors.contains("--follow"), "\(run.errors)")
    #expect(run.errors.contains("--replace"), "\(run.errors)")
  }

  @Test func `a followed document with a list is a record, which is said`() throws {
    try write(#"{"items":[{"id":"a","title":"A"}]}"# + "\n", to: path)
    let run = try followToEnd()
    #expect(run.status == 5)
    #expect(run.errors.contains("--at items"), "\(run.errors)")
    try follow("--at", "items")
    #expect(shows(["A"]))
  }

  @Test func `standard input has an end, so that --follow changes little`() throws {
    let run = try cellctl.run("push", "s", "--follow", input: #"{"items":[{"id":"a","title":"A"}]}"#)
    #expect(run.status == 0, "\(run.errors)")
    #expect(shows(["A"]))
    let yaml = try cellctl.run("push", "s", "--follow", "--from", "yaml", input: "- id: b\n  title: B\n")
    #expect(yaml.status == 0, "\(yaml.errors)")
    #expect(shows(["A", "B"]))
  }
}
