import ArgumentParser
import Testing

@testable import cellctl

@Suite struct CommandTests {
  /// The parser derives a missing name with `String(describing:)`, at the cost of 16 million
  /// instructions at each start.
  @Test func `every command has an explicit name and a usage line of at most 80 columns`() {
    let commands = Cellctl.configuration.groupedSubcommands.flatMap(\.subcommands)
    #expect(commands.count == Cellctl.commandNames.count)
    for command in commands {
      let message = command.helpMessage(columns: 80)
      for line in message.split(separator: "\n") { #expect(String(line).columns <= 80, "\(line)") }
    }
  }
}
