import ArgumentParser
import CellWire

/// The root of all commands.
///
/// Every command has an explicit `commandName`. The parser derives a missing one with
/// `String(describing:)`, which took 69 % of the instructions of `cellctl --version`.
struct Cellctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellctl",
    abstract: "Push objects into lists, and show them as rows that fit the width.",
    discussion: """
      cellctl starts a daemon if none is running. That daemon ends after a minute without clients and sessions.

      --socket, --host, --timeout, --no-spawn, --owner and -o can also be before the command.

      Topics: \(HelpTopic.all.map { "cellctl help \($0.name)" }.joined(separator: ", "))
      """,
    version: versionLine,
    groupedSubcommands: groups)

  private static let groups = [
    CommandGroup(
      name: "Cells", subcommands: [Push.self, Patch.self, Move.self, Remove.self, Get.self, Export.self]),
    CommandGroup(
      name: "Rows",
      subcommands: [
        Rows.self, Watch.self, Pick.self, Serve.self, Class.self, View.self, Header.self, Lint.self,
        Render.self, Show.self, Presets.self, Compare.self,
      ]),
    CommandGroup(
      name: "Sessions",
      subcommands: [
        Sessions.self, Info.self, Configure.self, Select.self, Act.self, Wait.self, Drop.self,
      ]),
    CommandGroup(
      name: "Daemon", subcommands: [Ping.self, Stats.self, Call.self, Doctor.self, Relay.self]),
    CommandGroup(
      name: "Other", subcommands: [Explain.self, Demo.self, Completion.self, Version.self]),
  ]

  /// The line of `cellctl --version`.
  static let versionLine = "cellctl \(celldVersion) (protocol \(protocolVersion))"

  /// The names of the commands, in the order of the help.
  static var commandNames: [String] {
    groups.flatMap(\.subcommands).compactMap { $0.configuration.commandName }
  }

  /// The command with a name, which may be an alias.
  static func command(named name: String) -> (any ParsableCommand.Type)? {
    for group in groups {
      for command in group.subcommands {
        let configuration = command.configuration
        if configuration.commandName == name || configuration.aliases.contains(name) { return command }
      }
    }
    return nil
  }

  /// The other names of commands.
  static var aliases: [String] {
    groups.flatMap(\.subcommands).flatMap { $0.configuration.aliases }
  }
}
