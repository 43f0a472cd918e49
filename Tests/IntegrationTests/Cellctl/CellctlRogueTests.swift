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
}
