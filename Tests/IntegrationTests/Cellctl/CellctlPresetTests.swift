import Foundation
import RowFixtures
import Testing

/// The presets of the package, each with a sample of the output that it reads.
@Suite struct CellctlPresetTests {
  private static let folder = SourceFolder.root.appendingPathComponent("Sources/cellctl/Presets")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".jq") }.map { String($0.dropLast(3)) }.sorted()

  private let temporary: URL

  init() throws {
    temporary = FileManager.default.temporaryDirectory.appendingPathComponent("celld-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
  }

  /// Runs cellctl without presets of the user, at 2025-11-24, 16:00 UTC.
  private func cellctl(
    _ arguments: [String], input: String? = nil, path: String? = nil
  ) throws -> CellctlProcess {
    var environment = [
      "SOURCE_DATE_EPOCH": "1764000000", "XDG_CONFIG_HOME": temporary.path, "HOME": temporary.path,
    ]
    environment["PATH"] = path
    return try CellctlProcess.run(arguments, input: input, environment: environment)
  }

  private func removeTemporary() {
    try? FileManager.default.removeItem(at: temporary)
  }

  // MARK: Files

  @Test func `all presets and samples have names that fit`() throws {
    defer { removeTemporary() }
    let files = try FileManager.default.contentsOfDirectory(atPath: PresetSample.folder.path)
    #expect(Self.names.count >= 20)
    #expect(Set(files) == Set(Self.names.flatMap { ["\($0).input", "\($0).rows"] }))
  }

  @Test(arguments: names)
  func `a preset has a title, a command and a version`(name: String) throws {
    defer { removeTemporary() }
    let head = try String(contentsOf: Self.folder.appendingPathComponent("\(name).jq"), encoding: .utf8)
      .split(separator: "\n").prefix { $0.hasPrefix("#") }
    for setting in ["title", "command", "version"] {
      #expect(head.count { $0.hasPrefix("# \(setting): ") } == 1, "\(setting)")
    }
    #expect(head.contains("# version: 1"))
  }

  @Test func `'presets' lists all presets, and prints one`() throws {
    defer { removeTemporary() }
    let list = try cellctl(["presets"])
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.lines.dropFirst().map { $0.prefix { $0 != " " } }.map(String.init) == Self.names)
    let text = try String(contentsOf: Self.folder.appendingPathComponent("pods.jq"), encoding: .utf8)
    #expect(try cellctl(["presets", "pods"]).output == text)
  }

  @Test func `with -o json, 'presets NAME' is an object with the settings and the program`() throws {
    defer { removeTemporary() }
    for (name, form) in [("df", "json"), ("pods", "ndjson")] {
      let run = try cellctl(["presets", name, "-o", form])
      #expect(run.status == 0 && run.lines.count == 1, "\(run.errors)")
      let preset = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
      let file = Self.folder.appendingPathComponent("\(name).jq")
      #expect(preset["program"] as? String == (try String(contentsOf: file, encoding: .utf8)))
      #expect(preset["name"] as? String == name)
      for member in ["title", "command", "path"] { #expect((preset[member] as? String)?.isEmpty == false) }
      #expect(preset["from"] as? String == (name == "df" ? "lines" : "json"))
      #expect(preset["exit"] as? [Int] == (name == "df" ? [0, 1] : [0]))
      let fits = preset["fits"] as? String
      #expect(name == "df" ? fits == nil : fits?.hasPrefix("items/*/kind=Pod,") == true)
    }
  }

  @Test func `without presets, their folders are named`() throws {
    defer { removeTemporary() }
    let copy = temporary.appendingPathComponent("bin/cellctl")
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: CellctlProcess.program, to: copy)
    let run = try CellctlProcess.run(
      ["presets"], environment: ["XDG_CONFIG_HOME": temporary.path], program: copy)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors.contains("\(temporary.path)/celld/presets, "), "\(run.errors)")
    #expect(run.errors.contains("/../share/celld/presets"), "\(run.errors)")
  }

  @Test(arguments: [
    ("docker", "CONTAINER ID   IMAGE     COMMAND\nf00   nginx   run\n"),
    ("systemd", "  UNIT    LOAD   ACTIVE SUB\n  a.mount loaded active mounted\n"),
  ])
  func `a table instead of JSON names the command that a preset reads`(name: String, table: String) throws {
    defer { removeTemporary() }
    let run = try cellctl(["render", "--preset", name], input: table)
    #expect(run.status == 5 && run.output.isEmpty)
    #expect(run.errors.contains("preset \(name): the input is not valid JSON: "), "\(run.errors)")
    #expect(run.errors.contains("it reads the output of: \(name == "docker" ? "docker ps" : "systemctl")"))
    #expect(run.errors.contains("'cellctl show \(name)' runs this command"))
    let own = try cellctl(["render", "--jq", "."], input: table)
    #expect(own.errors.contains("--jq: the input is not valid JSON: ") && own.errors.contains("--from"))
  }

  // MARK: Rows

  @Test(arguments: names)
  func `the sample has these rows`(name: String) throws {
    defer { removeTemporary() }
    let sample = PresetSample(name: name)
    var actual = ""
    for (format, width) in [("text", 60), ("text", 100), ("ansi", 60)] {
      let run = try cellctl([
        "render", sample.input.path, "--preset", name, "--width", "\(width)", "--format", format,
      ])
      try #require(run.status == 0, "\(run.errors)")
      #expect(run.errors.isEmpty)
      actual += "\(format) \(width)\n" + run.lines.map { "|\(escaped($0))\n" }.joined()
    }
    let expected = try? String(contentsOf: sample.rows, encoding: .utf8)
    guard FixtureFile.isRecording else {
      #expect(actual == expected, "record with CELLD_RECORD=1")
      return
    }
    guard actual != expected else { return }
    try actual.write(to: sample.rows, atomically: true, encoding: .utf8)
    Issue.record("\(name).rows was recorded: read the difference, and run again without CELLD_RECORD")
  }

  private func escaped(_ line: String) -> String {
    line.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\u{1B}", with: "\\e")
  }

  @Test(arguments: names)
  func `every cell has an id of its own`(name: String) throws {
    defer { removeTemporary() }
    let run = try cellctl(["render", PresetSample(name: name).input.path, "--preset", name, "-o", "ndjson"])
    let ids = try run.lines.map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }.compactMap { $0?["id"] as? String }
    #expect(ids.count == run.lines.count)
    #expect(Set(ids).count == ids.count)
  }

  // MARK: Commands

  @Test(arguments: names)
  func `'show' runs the command, and makes cells of its output`(name: String) throws {
    defer { removeTemporary() }
    let sample = PresetSample(name: name)
    let list = try cellctl(["presets", "-o", "ndjson"]).lines.first { $0.contains("\"name\":\"\(name)\"") }
    let preset = try JSONSerialization.jsonObject(with: Data((list ?? "").utf8)) as? [String: Any]
    let words = (preset?["command"] as? String ?? "").split(separator: " ").map(String.init)
    let program = try #require(words.first)
    let script = """
      #!/bin/sh
      printf '%s\\n' "$@" > '\(temporary.path)/arguments'
      exec cat '\(sample.input.path)'
      """
    let executable = temporary.appendingPathComponent(program)
    try script.write(to: executable, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    let shown = try cellctl(["show", name, "--width", "60"], path: "\(temporary.path):\(path)")
    #expect(shown.status == 0, "\(shown.errors)")
    let rendered = try cellctl(["render", sample.input.path, "--preset", name, "--width", "60"])
    #expect(shown.output == rendered.output)
    let arguments = try String(contentsOf: temporary.appendingPathComponent("arguments"), encoding: .utf8)
    let expected = words.dropFirst().joined(separator: " ").replacingOccurrences(of: "'", with: "")
    #expect(arguments.split(separator: "\n").joined(separator: " ") == expected)
  }

  // MARK: Hostile records

  private static let controls =
    "-rf\n$(reboot)\r\n\t\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}[31mred\u{8}\u{7F}\u{9B}2J\u{202E}\u{0}👩‍👩‍👧‍👦\u{300}\u{10FFFF} |·"

  @Test(arguments: names)
  func `hostile texts do no harm`(name: String) throws {
    let sample = PresetSample(name: name)
    try expectHarmless(name, input: sample.replacingTexts { _ in Self.controls })
    try expectHarmless(name, input: sample.replacingTexts { $0 + Self.controls })
    try expectHarmless(name, input: sample.replacingTexts { _ in "" })
  }

  @Test(arguments: names)
  func `a field of 300 kB and long ones do no harm`(name: String) throws {
    let sample = PresetSample(name: name)
    let piece = "long_text, \u{1B}[1m\n"
    var isKnown: Set<String> = []
    // One of each member is long. Members with the name of a kind select what is shown.
    try expectHarmless(
      name,
      input: sample.replacingMembers { member, value in
        guard let text = value as? String, !sample.isKeyword(text), isKnown.insert(member).inserted else {
          return nil
        }
        return text + String(repeating: piece, count: isKnown.count == 1 ? 20_000 : 1000)
      })
  }

  @Test(arguments: names, ["null", "[]", "[{}, 0]", "{\"items\":[{}]}", ""])
  func `other documents do no harm`(name: String, input: String) throws {
    try expectHarmless(name, input: input)
  }

  @Test(arguments: names, ["null", "{}", "-1e300"])
  func `members of other types do no harm`(name: String, value: String) throws {
    let sample = PresetSample(name: name)
    guard sample.isJSON else { return removeTemporary() }
    let other = try JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
    try expectHarmless(name, input: sample.replacingMembers { _, _ in other })
  }

  /// The run ends as usual, or reports wrong data, and prints no control character.
  private func expectHarmless(_ name: String, input: String) throws {
    defer { removeTemporary() }
    let run = try cellctl(["render", "--preset", name, "--width", "60", "--format", "text"], input: input)
    #expect(run.status == 0 || run.status == 5, "\(run.errors.prefix(500))")
    for text in [run.output, run.errors] {
      let controls = text.unicodeScalars.filter { scalar in
        scalar != "\n" && (scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || scalar == "\u{202E}")
      }
      #expect(controls.isEmpty, "\(controls.map(\.value).prefix(5)) in \(text.debugDescription.prefix(300))")
    }
    #expect(run.status == 0 || !run.errors.isEmpty)
  }

  @Test(arguments: [
    ("docker", "ID"), ("pods", "uid"), ("events", "uid"), ("prs", "number"), ("issues", "number"),
    ("runs", "databaseId"), ("journal", "__CURSOR"), ("podman", "Id"), ("lsblk", "name"), ("pip", "name"),
    ("terraform-plan", "address"), ("systemd", "unit"), ("ip", "ifname"), ("alerts", "alertname"),
  ])
  func `ids that jq may have rounded are refused with the cure`(name: String, member: String) throws {
    defer { removeTemporary() }
    let input = PresetSample(name: name).replacingMembers { name, _ in
      name == member ? 9_007_199_254_740_994 : nil
    }
    let run = try cellctl(["render", "--preset", name], input: input)
    #expect(run.status == 5)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("2^53"), "\(run.errors)")
    #expect(run.errors.contains("write it as a text"))
  }

  // MARK: The user's presets

  @Test func `a preset of the user replaces one of the package, unless others can write it`() throws {
    defer { removeTemporary() }
    let folder = temporary.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("pods.jq")
    try "# title: Mine\n{id: 1, title: \"mine\"}\n".write(to: file, atomically: true, encoding: .utf8)
    for path in [folder, file] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }
    #expect(try cellctl(["render", "--preset", "pods"], input: "{}").output == "mine\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
    let refused = try cellctl(["render", "--preset", "pods"], input: "{}")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("chmod go-w"))
  }

  @Test func `presets are checked with the samples of all others`() throws {
    defer { removeTemporary() }
    let whole = try cellctl(["presets", "--check"])
    #expect(whole.status == 0 && whole.output.isEmpty, "\(whole.output)\(whole.errors)")
    let folder = temporary.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ name: String, _ text: String) throws {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try write("wells.jq", "# title: Wells\n# fits: depth\n{id, title: .name}\n")
    #expect(try cellctl(["presets", "--check"]).output.contains("wells: there is no sample"))
    try write("wells.input", #"{"id":1,"name":"North","depth":4}"#)
    #expect(try cellctl(["presets", "--check"]).status == 0)
    // Findings: conditions that are too wide, a sample that does not fit, a broken program.
    try write("broad.jq", "# title: Broad\n# fits: name\n{id, title: .name}\n")
    try write("broad.input", #"{"id":1,"name":"East","width":4}"#)
    try write("other.jq", "# title: Other\n# fits: height\n{id, title: .name}\n")
    try write("other.input", #"{"id":1,"title":"x","name":"South"}"#)
    try write("broken.jq", "# title: Broken\n# fits: tide\n{id, title: .name | wave}\n")
    try write("broken.input", #"{"id":1,"tide":4}"#)
    let run = try cellctl(["presets", "--check", "-o", "ndjson"])
    #expect(run.status == 5)
    for finding in [
      #""broad","finding":"its fits holds for the sample of wells"#,
      #""broad","finding":"its fits holds for the sample of pip"#,
      #""other","finding":"its fits does not hold"#, #""broken","finding":""#,
    ] {
      #expect(run.output.contains(finding), "\(run.output)")
    }
    #expect(!run.output.contains(#""preset":"wells""#) && !run.output.contains(#""preset":"pods""#))
  }

  @Test func `an exit status that the head does not name is that of 'show'`() throws {
    defer { removeTemporary() }
    let folder = temporary.appendingPathComponent("celld/presets")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let command = #"sh -c 'echo "{}"; exit 3'"#
    for (name, exit) in [("strict", "0"), ("lenient", "0, 3")] {
      try "# title: T\n# command: \(command)\n# exit: \(exit)\n{id: 1, title: \"shown\"}\n"
        .write(to: folder.appendingPathComponent("\(name).jq"), atomically: true, encoding: .utf8)
    }
    let strict = try cellctl(["show", "strict"])
    #expect(strict.status == 3)
    #expect(strict.output == "shown\n")
    #expect(strict.errors.contains("sh ended with exit status 3"))
    let lenient = try cellctl(["show", "lenient"])
    #expect(lenient.status == 0, "\(lenient.errors)")
    #expect(lenient.output == "shown\n")
  }
}
