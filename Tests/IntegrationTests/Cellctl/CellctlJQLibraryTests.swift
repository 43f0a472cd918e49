import Foundation
import Testing

/// The functions for the programs of `--jq` and of presets.
@Suite struct CellctlJQLibraryTests {
  /// The results of expressions as JSON. The time is 2025-11-24, 16:00 UTC.
  private func results(_ expressions: [String], timeZone: String = "UTC") throws -> [String] {
    let titles = expressions.map { "([\($0)] | map(tojson) | join(\" \"))" }
    let program = "[\(titles.joined(separator: ",\n"))] | to_entries[] | {id: .key, title: (.value + \".\")}"
    let run = try CellctlProcess.run(
      ["render", "-o", "ndjson", "--jq", program], input: "null",
      environment: ["SOURCE_DATE_EPOCH": "1764000000", "TZ": timeZone])
    try #require(run.status == 0, "\(run.errors)")
    return try run.lines.map { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let lines = row?["lines"] as? [String]
      return String(lines?.first?.dropLast() ?? "")
    }
  }

  private func expect(_ cases: [(expression: String, result: String)], timeZone: String = "UTC") throws {
    let results = try results(cases.map(\.expression), timeZone: timeZone)
    try #require(results.count == cases.count)
    for (result, expected) in zip(results, cases) {
      #expect(result == expected.result, "\(expected.expression)")
    }
  }

  @Test func `state knows the usual words in any spelling`() throws {
    try expect([
      (#""Running" | state"#, #""positive""#), (#""SUCCESS" | state"#, #""positive""#),
      (#"true | state"#, #""positive""#), (#""failed" | state"#, #""negative""#),
      (#"false | state"#, #""negative""#), (#""CrashLoopBackOff" | state"#, #""negative""#),
      (#""Not Ready" | state"#, #""negative""#), (#""NotReady" | state"#, #""negative""#),
      (#""CHANGES_REQUESTED" | state"#, #""negative""#), (#""timed-out" | state"#, #""negative""#),
      (#""warning" | state"#, #""critical""#), (#""Pending" | state"#, #""critical""#),
      (#""in_progress" | state"#, #""informative""#), (#""InProgress" | state"#, #""informative""#),
      (#""activating" | state"#, #""informative""#), (#""Info" | state"#, #""informative""#),
      (#""inactive" | state"#, #""neutral""#), (#""closed" | state"#, #""neutral""#),
      (#""" | state"#, #""neutral""#), ("null | state", #""neutral""#), ("{} | state", #""neutral""#),
      ("[1] | state", #""neutral""#), ("3 | state", #""neutral""#),
    ])
    let states = ["neutral", "informative", "positive", "critical", "negative"]
    try expect(states.map { ("\"\($0)\" | state", "\"\($0)\"") })
  }

  @Test(arguments: ["UTC", "Asia/Tokyo", "America/St_Johns"])
  func `age does not depend on the time zone of the machine`(timeZone: String) throws {
    try expect(
      [
        (#""2025-11-24T15:59:30Z" | age"#, #""30s""#),
        (#""2025-11-24T15:59:30.987654321Z" | age"#, #""30s""#),
        (#""2025-11-24 15:59:30,5" | age"#, #""30s""#),
        (#""2025-11-24T16:59:30+01:00" | age"#, #""30s""#),
        (#""2025-11-24T10:29:30-0530" | age"#, #""30s""#),
        (#""2025-11-24 16:59:30 +0100 CET" | age"#, #""30s""#),
        (#""2025-11-24T14:00:01Z" | age"#, #""119m""#), (#""2025-11-24T14:00:00Z" | age"#, #""2h""#),
        (#""2025-11-22T16:00:01Z" | age"#, #""47h""#), (#""2025-11-22T16:00:00Z" | age"#, #""2d""#),
        (#""2023-11-26T16:00:00Z" | age"#, #""729d""#), (#""2020-01-01T00:00:00Z" | age"#, #""5y""#),
        (#""2030-01-01T00:00:00Z" | age"#, #""0s""#), ("1763999940 | age", #""60s""#),
        ("1763999000.75 | age", #""16m""#),
      ], timeZone: timeZone)
  }

  @Test func `age and epoch of values that are not a time are null`() throws {
    try expect([
      ("null | age", "null"), (#""" | age"#, "null"), (#""yesterday" | age"#, "null"),
      (#""2025-11-24" | age"#, "null"), (#""2025-13-45T00:00:00Z" | age"#, "null"),
      (#""0001-01-01T00:00:00Z" | age"#, "null"), ("-62135596800 | age", "null"), ("{} | age", "null"),
      ("[] | epoch", "null"), (#""2025-11-24T16:00:00Z" | epoch"#, "1764000000"), ("12 | epoch", "12"),
    ])
  }

  @Test func `span has two digits or more below its next unit`() throws {
    try expect([
      ("0, 119, 119.9 | span", #""0s" "119s" "119s""#), ("120, 7199 | span", #""2m" "119m""#),
      ("7200, 172799 | span", #""2h" "47h""#), ("172800, 63071999 | span", #""2d" "729d""#),
      ("63072000 | span", #""2y""#), ("-1 | span", #""0s""#), (#"null, "1", [] | span"#, "null null null"),
    ])
  }

  @Test func `size has two digits or more`() throws {
    try expect([
      ("0, 999 | size", #""0 B" "999 B""#), ("1000, 1234, 9940 | size", #""1 kB" "1.2 kB" "9.9 kB""#),
      ("9950, 12345, 999499 | size", #""10 kB" "12 kB" "999 kB""#),
      ("999500, 1500000000 | size", #""1 MB" "1.5 GB""#),
      ("1000204886016, 5e17 | size", #""1 TB" "500 PB""#), (#""1234" | size"#, #""1.2 kB""#),
      ("-5000 | size", #""-5 kB""#), (#"null, "", "1G", [], {} | size"#, "null null null null null"),
    ])
  }

  @Test func `indent draws a tree`() throws {
    try expect([
      ("{} | indent", #""""#), ("{depth: null} | indent", #""""#), ("{depth: 1} | indent", #""└ ""#),
      ("{depth: 3} | indent", #""    └ ""#), ("indent(2)", #""  └ ""#), ("indent(0)", #""""#),
    ])
  }

  @Test func `text, some and line leave out what is not a text`() throws {
    try expect([
      (#""a", 1.5, true, false | text"#, #""a" "1.5" "true" "false""#),
      ("null, [], {} | text", "null null null"),
      (#"[null, "", {}, 0, "b"] | some"#, #""0""#), ("[] | some", "null"),
      (#"["a", null, "", 2, [3], {"x": 4}, "b"] | line"#, #""a · 2 · b""#), ("[] | line", #""""#),
      ("[1, 2] | [records]", "[1,2]"), (#"{"a": 1} | [records]"#, #"[{"a":1}]"#),
    ])
  }

  @Test func `key makes ids that celld takes`() throws {
    try expect([
      (#""a", 7, null | key"#, #""a" 7 null"#), (#"["ns", null, "pod", 3] | key"#, #""ns//pod/3""#),
      (#""a\nb\u001b\u007f\u009b" | key"#, #""a_b___""#),
      (#""é" * 128 | key | utf8bytelength"#, "256"), (#""é" * 129 | key | utf8bytelength < 257"#, "true"),
      (#"[("x" * 1000 + ("a", "b")) | key] | .[0] != .[1]"#, "true"),
      // A number that jq rounds stays a number, so that it is refused.
      (#"["a", 9007199254740994] | key | type"#, #""number""#),
    ])
  }
}
