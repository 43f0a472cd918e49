import CellProtocol
import Testing

/// cellctl connected to a program that answers with escape sequences in every text.
@Suite struct CellctlRogueTests {
  /// A title, a cleared screen, a C1 sequence and an override, as JSON with and without escapes.
  private static let escapes = #"\u001b]0;title\u0007\u001b[2J"# + "\u{9B}31m\u{202E}\u{FEFF}"

  private static let rows =
    #"{"session":"x","view":null,"revision":1,"layout":1,"clock":"a","widthClass":"compact!","width":40,"#
    + #""heightClass":"regular","count":1,"height":1,"exact":true,"subscription":1,"rows":[{"id":"1!","index":0,"#
    + #""y":0,"height":1,"lines":["row!"],"diagnostics":["diag!"],"clipped":true}],"diagnostics":["d!"]}"#
  private static let session =
    #"{"session":"n!","owner":0,"profile":"compose!","selection":"none","preserve":"auto!","count":0,"#
    + #""revision":0,"bytes":0,"views":["main!"]}"#
  private static let error =
    #"{"code":-32001,"message":"no !","data":{"kind":"sessionNotFound","hint":"h!","path":"/p!"}}"#

  /// The commands, and the result of their request.
  private static let results: [(arguments: [String], result: String)] = [
    (["rows", "x"], rows), (["rows", "x", "--color", "always"], rows), (["watch", "x"], rows),
    (["header", "x", "1"], #"{"pages":1,"page":0,"lines":["row!"],"diagnostics":["d!"]}"#),
    (["sessions"], #"{"sessions":[\#(session)]}"#), (["info", "x"], session),
    (["stats"], #"{"daemon":{"name!":"value!"}}"#),
    (["view", "x"], #"{"views":[{"view":"v!","profile":"p!","set":{}}]}"#),
    (
      ["lint", "x"],
      #"{"findings":[{"rule":"r!","severity":"error!","ids":["i!"],"message":"m!","source":"s!"}]}"#
    ),
    (["drop", "x"], #"{"a":"!"}"#), (["remove", "x", "1"], #"{"revision":1,"removed":0,"missing":["1!"]}"#),
    (["call", "ping"], #"{"a":"!"}"#), (["ping"], "{}"),
  ]

  private func run(_ arguments: [String], _ reply: String) throws -> CellctlProcess {
    let hello =
      #"{"jsonrpc":"2.0","id":"hello","result":{"server":"celld!","version":"0.1.0!","protocol":1,"pid":1,"#
      + #""limits":{"line":16777216,"window":10000,"reply":8388608},"instance":"x!"}}"#
    let server = try ScriptedServer(
      replies: [hello, reply].map { $0.replacing("!", with: Self.escapes) }, closesAtEnd: true)
    return try CellctlProcess.run(arguments + ["--timeout", "60"], socket: server.socketPath)
  }

  private func check(_ run: CellctlProcess, _ command: String) {
    for scalar in (run.output + run.errors).unicodeScalars where scalar.isControl {
      #expect(scalar == "\n" || scalar == "\t", "\(command): U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(arguments: results.indices, ["text", "json", "ndjson"])
  func `nothing that a daemon sends controls the terminal`(number: Int, form: String) throws {
    let (arguments, result) = Self.results[number]
    if arguments[0] == "watch", form == "json" { return }
    let options = arguments[0] == "call" ? [] : ["-o", form]
    let command = (arguments + options).joined(separator: " ")
    let answer = try run(arguments + options, #"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#)
    check(answer, command)
    #expect(
      !(answer.output + answer.errors).isEmpty || ["drop", "remove"].contains(arguments[0]), "\(command)")
    let refused = try run(arguments + options, #"{"jsonrpc":"2.0","id":1,"error":\#(Self.error)}"#)
    check(refused, "\(command), refused")
    #expect(refused.status != 0 && !refused.errors.isEmpty, "\(command)")
  }

  @Test func `an older daemon and the doctor print no control characters`() throws {
    check(try run(["doctor"], "{}"), "doctor")
    check(try run(["call", "-"], #"{"!":"!","#), "call -")
  }

  // MARK: - Lines and lists without an end

  private static func hello(_ limits: String) -> String {
    #"{"jsonrpc":"2.0","id":"hello","result":{"server":"celld","version":"0.1.0","protocol":1,"limits":\#(limits)}}"#
  }

  private func run(_ arguments: String..., hello: String, replies: [String]) throws -> CellctlProcess {
    let server = try ScriptedServer(replies: [hello] + replies, closesAtEnd: true)
    return try CellctlProcess.run(arguments + ["--timeout", "60"], socket: server.socketPath)
  }

  @Test func `a line is as long as the limits of the daemon allow`() throws {
    let limits = Self.hello(#"{"line":100000,"reply":300000,"row":50000}"#)
    // The lines are `{"id":1,"result":{"a":"…"}}`.
    let longest = 350_000 + 65_536
    func reply(_ bytes: Int) -> String {
      #"{"id":1,"result":{"a":"\#(String(repeating: "x", count: bytes - 26))"}}"#
    }
    let whole = try run("call", "ping", hello: limits, replies: [reply(longest)])
    #expect(whole.status == 0 && whole.output.utf8.count == longest - 17, "\(whole.errors)")
    let long = try run("call", "ping", hello: limits, replies: [reply(longest + 1)])
    #expect(long.status == 1 && long.output.isEmpty)
    #expect(long.errors.contains("the daemon sent a line of more than \(longest) bytes"), "\(long.errors)")
    // A daemon cannot raise the limits beyond what a line can have.
    let absurd = try run(
      "call", "ping",
      hello: Self.hello(#"{"line":9223372036854775807,"reply":1e400,"row":9223372036854775807}"#),
      replies: [reply(100)])
    #expect(absurd.status == 0, "\(absurd.errors)")
  }

  @Test func `the reply to hello has a limit of its own`() throws {
    let long = #"{"jsonrpc":"2.0","id":"hello","result":{"x":"\#(String(repeating: "x", count: 57 << 20))"}}"#
    let run = try run("ping", hello: long, replies: [])
    #expect(run.status == 1)
    #expect(run.errors.contains("the daemon sent a line of more than"), "\(run.errors)")
  }

  @Test func `notifications before a reply have a limit`() throws {
    let note = #"{"method":"rows.changed","params":{"x":"\#(String(repeating: "x", count: 60_000))"}}"#
    let flood = Array(repeating: note, count: 5).joined(separator: "\n")
    let run = try run(
      "ping", hello: Self.hello(#"{"line":1000,"reply":1000,"row":1000}"#),
      replies: [flood + "\n" + #"{"id":1,"result":{}}"#])
    #expect(run.status == 1)
    #expect(run.errors.contains("the daemon sent notifications of"), "\(run.errors)")
  }

  /// Commands that read a list in pages, and the result of a page that ends before its end.
  private static let pages: [(arguments: [String], result: String)] = [
    (
      ["rows", "x"],
      #""rows":[{"id":"1","index":0,"y":0,"height":1,"lines":["a"]}],"count":9,"revision":1,"layout":1"#
    ),
    (["rows", "x", "--format", "svg"], #""rows":[],"count":9,"revision":1,"layout":1"#),
    (["export", "x"], #""cells":[{"id":"1","title":"a"}],"revision":1"#),
    (
      ["export", "x", "--sort", "title"],
      #""rows":[{"id":"1","cell":{"id":"1","title":"a"}}],"revision":1,"count":9"#
    ),
    (["sessions"], #""sessions":[\#(session.replacing("!", with: ""))]"#),
    (["view", "x"], #""views":[{"view":"v","profile":"compose","set":{}}]"#),
  ]

  @Test(arguments: pages.indices, [0, Int.min])
  func `a list that continues where it was is an error`(number: Int, next: Int) throws {
    let (arguments, result) = Self.pages[number]
    let server = try ScriptedServer(
      replies: [Self.hello("{}"), #"{"id":1,"result":{\#(result),"next":\#(next)}}"#], closesAtEnd: true)
    let run = try CellctlProcess.run(arguments + ["--timeout", "60"], socket: server.socketPath)
    #expect(run.status == 1)
    #expect(run.errors.contains("the daemon continues at \(next) after 0"), "\(run.errors)")
  }

  @Test func `an export ends after a page that is not cut`() throws {
    let page = #"{"id":1,"result":{"revision":1,"cells":[{"id":"1","title":"a"}],"next":1}}"#
    let last = #"{"id":2,"result":{"revision":1,"cells":[{"id":"2","title":"b"}]}}"#
    let run = try run("export", "x", hello: Self.hello("{}"), replies: [page, last])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == [#"{"id":"1","title":"a"}"#, #"{"id":"2","title":"b"}"#])
  }
}
