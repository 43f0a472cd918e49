import Testing

@testable import cellctl

/// The words after `--`, and other arguments of commands that are run.
struct CommandArgumentTests {
  @Test(
    arguments: [
      (["--", "ip", "-j", "addr"], nil, ["ip", "-j", "addr"]),
      (["pods", "--", "-n", "x", "--", "--help"], "pods", ["-n", "x", "--", "--help"]),
      (["--width", "40", "--", "a b", ""], nil, ["a b", ""]), (["pods"], "pods", []), (["--"], nil, []),
    ] as [([String], String?, [String])])
  func `words after -- are those of the command`(arguments: [String], name: String?, words: [String]) throws {
    let show = try #require(try Cellctl.parsed(["show"] + arguments) as? Show)
    #expect(show.name == name && show.command.words == words)
    let watch = try #require(try Cellctl.parsed(["watch"] + arguments) as? Watch)
    #expect(watch.list.name == name && watch.command.words == words)
    let rest = Array(arguments.drop { $0 != "--" })
    let push = try #require(try Cellctl.parsed(["push", "jobs"] + rest) as? Push)
    #expect(push.session == "jobs" && push.command.words == words)
  }

  @Test func `-- ends the options of other commands`() throws {
    let remove = try #require(try Cellctl.parsed(["remove", "jobs", "--", "-1"]) as? Remove)
    #expect(remove.ids == ["-1"])
    let render = try #require(try Cellctl.parsed(["render", "--", "-x"]) as? Render)
    #expect(render.records.file == "-x")
  }

  @Test(arguments: [
    ("1", 1, "1"), ("64K", 65_536, "64K"), ("1536K", 1_572_864, "1536K"), ("2G", 2_147_483_648, "2G"),
    ("1048576", 1 << 20, "1M"),
  ])
  func `sizes are numbers of bytes`(argument: String, bytes: Int, text: String) {
    #expect(ByteLimit(argument: argument)?.bytes == bytes)
    #expect(ByteLimit(argument: argument).map(String.init) == text)
  }

  @Test(arguments: ["", "0", "-1", "K", "1T", "1.5M", "1 M", "99999999999G", "9223372036854775808"])
  func `other sizes are refused`(argument: String) {
    #expect(ByteLimit(argument: argument) == nil)
  }

  @Test func `a file is never taken for an option`() {
    #expect(["-", "-x", "--", "x", "./-x"].map(\.asFileArgument) == ["-", "./-x", "./--", "x", "./-x"])
  }

  @Test func `a preset has aliases, each with arguments`() throws {
    let head = "# command: list 'a b'\n# alias: units, services --type=service 'x y'\n."
    let preset = try Preset(name: "p", path: "p.jq", text: head)
    #expect(try preset.commandWords == ["list", "a b"])
    #expect(try preset.called("units")?.commandWords == ["list", "a b"])
    #expect(try preset.called("services")?.commandWords == ["list", "a b", "--type=service", "x y"])
    #expect(preset.called("p") == nil && preset.called("--type=service") == nil)
    #expect(throws: Failure.self) { try Preset(name: "p", path: "p.jq", text: "# alias: 'x\n.") }
  }

  @Test func `a program is looked for as shells do`() throws {
    #expect(try Command(words: ["/bin/sh", "x"]).executable == "/bin/sh")
    #expect(try Command(words: ["sh"]).executable.hasSuffix("/sh"))
    func status(_ word: String) -> cellctl.ExitStatus? {
      do {
        _ = try Command(words: [word]).executable
        return nil
      } catch {
        return (error as? Failure)?.status
      }
    }
    #expect(status("/etc/passwd") == .notExecutable && status("/etc") == .notExecutable)
    #expect(status("/etc/none") == .programNotFound && status("no-such-program") == .programNotFound)
    #expect(status("") == .usage)
  }
}
