import ArgumentParser
import Testing

@testable import cellctl

@Suite struct CommandTests {
  private static let commands = Cellctl.configuration.groupedSubcommands.flatMap(\.subcommands)

  /// The parser derives a missing name with `String(describing:)`, at the cost of 16 million
  /// instructions at each start.
  @Test func `every command has an explicit name`() {
    #expect(Self.commands.count == Cellctl.commandNames.count)
  }

  @Test(arguments: [40, 60, 80, 100])
  func `no line of help is wider than the terminal`(columns: Int) throws {
    for command in Self.commands {
      let text = Cellctl.helpMessage(for: command, columns: HelpText.unwrapped)
      let lines = try #require(HelpText(ofParser: text)).lines(columns: columns)
      let help = lines.joined(separator: "\n")
      for line in lines {
        #expect(
          line.columns <= columns || line.hasPrefix("    ") && line.shellWords.count { $0 != "\\" } == 1,
          "\(line)")
      }
      #expect(help.contains("\nEXAMPLES:\n"))
      #expect(words(of: help) == words(of: text) + words(of: help.examples))
    }
  }

  /// The words of a text, without the backslashes at the ends of lines.
  private func words(of text: String) -> [Substring] {
    text.split { $0.isWhitespace }.filter { $0 != "\\" && $0 != "OVERVIEW:" }
  }

  @Test func `every command has two or three examples, which the parser understands`() throws {
    for name in Cellctl.commandNames {
      let examples = HelpText.examples.first { $0.name == name }?.text.split(separator: "\n") ?? []
      #expect((2...3).contains(examples.count), "\(name)")
      for example in examples.map(String.init) {
        #expect(example.contains("cellctl \(name)") || example.contains("cellctl "), "\(example)")
        for command in example.components(between: ["|", "&&", ">", "<", "<("]) {
          let parsed = try Cellctl.parsed(command)
          #expect(type(of: parsed) == type(of: try Cellctl.parseAsRoot(command)), "\(example)")
        }
      }
    }
    #expect(HelpText.examples.map(\.name) == Cellctl.commandNames)
  }

  @Test func `a command is parsed without the others, and errors are those of all commands`() throws {
    #expect((try Cellctl.parsed(["ping", "-n", "3"]) as? Ping)?.count == 3)
    #expect(try Cellctl.parsed(["ls"]) is Sessions)
    for wrong in [
      ["ping", "--nope"], ["ping", "-n"], ["ping", "--help"], ["--version"], ["pong"], ["ping", "-n", "0"],
    ] {
      func message(_ parse: ([String]) throws -> any ParsableCommand) -> String? {
        do { _ = try parse(wrong) } catch { return Cellctl.fullMessage(for: error) }
        return nil
      }
      #expect(message(Cellctl.parsed) == message { try Cellctl.parseAsRoot($0) }, "\(wrong)")
    }
  }

  @Test(arguments: [
    (["--socket", "/s", "rows", "jobs"], ["rows", "--socket", "/s", "jobs"]),
    (["--socket=/s", "--no-spawn", "ping"], ["ping", "--socket=/s", "--no-spawn"]),
    (["-o", "json", "-ojson", "ls"], ["ls", "-o", "json", "-ojson"]),
    (["--socket", "/s", "help", "rows"], ["help", "rows"]),
    (["--timeout", "3", "--help"], ["--help"]),
    (["rows", "jobs", "--socket", "/s"], ["rows", "jobs", "--socket", "/s"]),
    (["--width", "3", "rows"], ["--width", "3", "rows"]),
    (["-V"], ["--version"]), ([], []),
  ])
  func `options can precede the command`(arguments: [String], reordered: [String]) throws {
    #expect(try LeadingOptions.reordered(arguments) == reordered)
  }

  @Test func `a long command is continued after a backslash`() {
    #expect(
      "cellctl push jobs --map 'title={a b}' | cat".wrappedCommand(columns: 30) == [
        "  cellctl push jobs --map \\", "    'title={a b}' | cat",
      ])
  }
}

extension String {
  /// The lines after EXAMPLES.
  fileprivate var examples: String {
    firstRange(of: "EXAMPLES:").map { String(self[$0.lowerBound...]) } ?? ""
  }

  /// The arguments of each cellctl in a line of a shell.
  fileprivate func components(between separators: Set<String>) -> [[String]] {
    var commands: [[String]] = []
    var isCellctl = false
    for word in shellWords {
      if separators.contains(word) {
        isCellctl = false
      } else if word == "cellctl" || word == "<(cellctl" {
        commands.append([])
        isCellctl = true
      } else if isCellctl {
        commands[commands.count - 1].append(
          String(word.filter { !"'\"".contains($0) || word.hasPrefix("'{") }))
      }
    }
    return commands.map { $0.map { $0.hasSuffix(")") ? String($0.dropLast()) : $0 } }
  }
}
