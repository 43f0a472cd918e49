import Foundation
import Testing

/// Records that are pushed into a session.
@Suite struct CellctlPushTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  @Test func `lines and an array push the same cells`() throws {
    let records = [#"{"id":"a","title":"A"}"#, #"{"id":2,"title":"B","data":{"x":1.10}}"#]
    let lines = try cellctl.run("push", "lines", input: records.joined(separator: "\r\n\n"))
    let array = try cellctl.run("push", "array", input: " [\n\(records.joined(separator: "\n,\n"))\n]\n")
    #expect(lines.status == 0, "\(lines.errors)")
    #expect(array.status == 0, "\(array.errors)")
    #expect(try cellctl.texts("id", of: "lines") == ["a", "2"])
    #expect(
      try cellctl.run("call", "cells.get", #"{"session":"lines"}"#).output
        == cellctl.run("call", "cells.get", #"{"session":"array"}"#).output)
    #expect(try cellctl.run("call", "cells.get", #"{"session":"array"}"#).output.contains(#"{"x":1.10}"#))
  }

  @Test func `an array of any layout and size is split into records`() throws {
    let records = (0..<8000).map {
      "{\n  \"id\" : \($0),\n  \"title\" : \"A ] , [ { \\\" \($0)\",\n  \"data\" : [[1, {\"x\": []}], \"}\"]\n}"
    }
    let run = try CellctlProcess.run(
      ["render", "-o", "ndjson"], input: "[" + records.joined(separator: "\n,") + "]")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 8000)
    #expect(run.lines.last?.contains(#"A ] , [ { \" 7999"#) == true)
  }

  @Test func `standard output is empty without -o`() throws {
    let record = #"{"id":"a","title":"A"}"#
    #expect(try cellctl.run("push", "s", input: record).output.isEmpty)
    let counts = try cellctl.object(cellctl.run("push", "s", "-o", "json", input: record).output)
    #expect(counts["unchanged"] as? Int == 1)
  }

  @Test(arguments: [[], ["--map", "title={title}"]])
  func `a record without an id gets a hint at --id`(options: [String]) throws {
    let run = try CellctlProcess.run(
      ["push", "s"] + options, input: #"{"title":"A"}"#, socket: cellctl.socketPath)
    #expect(run.status == 5)
    #expect(run.errors.contains("line 1"))
    #expect(run.errors.contains("--id FIELD"))
  }

  @Test(arguments: [
    ("uid", ["7", "8"]), ("line", ["1", "3"]), ("meta/key", ["k1", "k2"]), ("{title}-{uid}", ["A-7", "A-8"]),
  ])
  func `--id selects the id`(rule: String, ids: [String]) throws {
    let input = """
      {"id":"x","title":"A","uid":7,"meta":{"key":"k1"}}

      {"id":"x","title":"A","uid":8,"meta":{"key":"k2"}}
      """
    let run = try cellctl.run("push", "s", "--id", rule, "--map", "title={title}", input: input)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try cellctl.texts("id", of: "s") == ids)
  }

  @Test func `equal records get different ids with --id hash, and keep them`() throws {
    let input = #"{"title":"A"}"# + "\n" + #"{"title":"A"}"# + "\n" + #"{"title":"B"}"#
    try cellctl.run("push", "s", "--id", "hash", input: input)
    let ids = try cellctl.texts("id", of: "s")
    #expect(Set(ids).count == 3)
    let again = try cellctl.run("push", "s", "--id", "hash", "-o", "json", input: input)
    #expect(try cellctl.object(again.output)["unchanged"] as? Int == 3)
    #expect(try cellctl.texts("id", of: "s") == ids)
  }

  @Test(arguments: [
    (#"{"id":"a","title":"A"}"# + "\n" + #"{"id":"b","titel":"B"}"#, "line 2: titel"),
    (#"{"id":"a","title":"A"}"# + "\n\n" + #"{"id":"b","#, "line 3, column 11: "),
    ("[{\"id\":\"a\",\"title\":\"A\"},\n\n7]", "record 2, line 3: "),
    (#"[{"id":"a","title":"A"},{"id":"b","title":"B"},{"id":"c","titel":"C"}]"#, "record 3, line 1: titel"),
    (#"[{"id":"a","title":"A"}"#, "missing ']'"),
    (#"[{"id":"a","title":"A"},]"#, "record is missing"),
    (#"[{"id":"a","title":"A"}] x"#, "record 2, line 1, column 26: expected a value"),
    ("{\n\"id\":1,}", "line 2, column 8: expected the name"),
  ])
  func `a bad record is reported with its line, and nothing changes`(input: String, sentence: String) throws {
    let run = try cellctl.run("push", "s", input: input)
    #expect(run.status == 5)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(try cellctl.run("info", "s").status == 4)
  }

  @Test func `with --partial good records are pushed, and bad ones are reported`() throws {
    let input = """
      {"id":"a","title":"A"}
      {"id":"b","titel":"B"}
      {"id":"c"
      {"id":"d","title":"D"}
      """
    let run = try cellctl.run("push", "s", "--partial", input: input)
    #expect(run.status == 5)
    #expect(run.errors.contains("line 2: titel"))
    #expect(run.errors.contains("line 3, column 10: "))
    #expect(try cellctl.texts("id", of: "s") == ["a", "d"])
  }

  @Test func `--partial suggests --map once if records are not cells`() throws {
    let input = #"{"id":1,"name":"A"}"# + "\n" + #"{"id":2,"name":"B"}"#
    let run = try cellctl.run("push", "s", "--partial", input: input)
    #expect(run.status == 5)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("--map 'title={name}'") }.count == 1)
    let mapped = try cellctl.run("push", "s", "--partial", "--map", "subtitle={name}", input: input)
    #expect(mapped.status == 5 && !mapped.errors.contains("--map"))
  }

  @Test func `--replace makes the list equal to the records, also for none and for many`() throws {
    let many = (0..<20_000).map { #"{"id":"\#($0)","title":"Record number \#($0) of very many"}"# }
    try cellctl.run("push", "s", input: #"{"id":"old","title":"Old"}"#)
    let run = try cellctl.run("push", "s", "--replace", "-o", "json", input: many.joined(separator: "\n"))
    let counts = try cellctl.object(run.output)
    #expect(counts["inserted"] as? Int == 20_000)
    #expect(counts["removed"] as? Int == 1)
    let refused = try cellctl.run("push", "s", "--replace", input: "")
    #expect(refused.status == 5)
    #expect(refused.errors.contains("--allow-empty"))
    let none = try cellctl.run("push", "s", "--replace", "--allow-empty", "-o", "json", input: "")
    #expect(try cellctl.object(none.output)["removed"] as? Int == 20_000)
    #expect(try cellctl.run("push", "fresh", "--replace", input: many[0]).status == 0)
    #expect(try cellctl.texts("id", of: "fresh") == ["0"])
  }

  @Test func `the last of several records with one id is kept`() throws {
    let input = #"{"id":"a","title":"A"}"# + "\n" + #"{"id":"a","title":"B"}"#
    #expect(try cellctl.run("push", "s", input: input).status == 0)
    #expect(try cellctl.texts("title", of: "s") == ["B"])
  }

  @Test func `requests do not exceed the daemon's limit of a line, and a longer record is an error`() throws {
    let small = try CellctlSession("--limit", "line=20000")
    let records = (0..<300).map { #"{"id":"\#($0)","title":"\#(String(repeating: "x", count: 300))"}"# }
    let run = try small.run("push", "s", "-o", "json", input: records.joined(separator: "\n"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try small.object(run.output)["inserted"] as? Int == 300)
    let long = #"{"id":"a","title":"\#(String(repeating: "x", count: 30_000))"}"#
    let refused = try small.run("push", "s", input: records[0] + "\n" + long)
    #expect(refused.status == 5)
    #expect(refused.errors.contains("line 2: "))
  }

  @Test func `the records before a bad one are counted`() throws {
    let good = (0..<20_000).map { #"{"id":"\#($0)","title":"\#(String(repeating: "x", count: 80))"}"# }
    let run = try cellctl.run("push", "s", input: good.joined(separator: "\n") + "\n{}")
    #expect(run.status == 5)
    #expect(run.errors.contains("line 20001: "))
    let count = try cellctl.object(cellctl.run("info", "s", "-o", "json").output)["count"] as? Int ?? 0
    #expect(count > 0)
    #expect(run.errors.contains("the first \(count) records were pushed"), "\(run.errors)")
  }

  @Test func `unchanged records before a bad one are counted, too`() throws {
    let good = (0..<20_000).map { #"{"id":"\#($0)","title":"\#(String(repeating: "x", count: 80))"}"# }
      .joined(separator: "\n")
    try cellctl.run("push", "s", input: good)
    let run = try cellctl.run("push", "s", input: good + "\n{}")
    #expect(run.status == 5)
    #expect(run.errors.contains(/the first \d+ records were pushed/), "\(run.errors)")
  }

  @Test func `with --keep, the last record is the first cell`() throws {
    let input = (1...5).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: "\n")
    try cellctl.run("push", "s", "--position", "start", "--keep", "3", input: input)
    #expect(try cellctl.texts("id", of: "s") == ["5", "4", "3"])
    try cellctl.run("push", "t", "--position", "start", input: input)
    #expect(try cellctl.texts("id", of: "t") == ["1", "2", "3", "4", "5"])
  }

  @Test func `control characters of a record do not reach the terminal`() throws {
    let run = try cellctl.run("push", "s", input: #"{"id":"a","\u001b]0;x\u0007":1}"#)
    #expect(run.status == 5)
    #expect(!run.errors.contains("\u{1B}"))
    #expect(!run.errors.contains("\u{07}"))
  }

  @Test func `records of a slow feeder are shown before it ends`() throws {
    let running = try CellctlProcess.start(["push", "s", "-"], input: nil, socket: cellctl.socketPath)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
    let feeder = Process()
    let input = Pipe()
    feeder.executableURL = CellctlProcess.program
    feeder.arguments = ["push", "s"]
    feeder.environment = ["CELLD_SOCKET": cellctl.socketPath]
    feeder.standardInput = input
    try feeder.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"id\":\"a\",\"title\":\"A\"}\n".utf8))
    #expect(try eventually { try cellctl.texts("title", of: "s") == ["A"] })
    try input.fileHandleForWriting.close()
    feeder.waitUntilExit()
    #expect(feeder.terminationStatus == 0)
  }
}
