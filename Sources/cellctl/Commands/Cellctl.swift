import ArgumentParser
import CellProtocol

/// The root of all commands.
struct Cellctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellctl",
    abstract: "Push objects into lists, and see them as rows that fit their width.",
    discussion: """
      Where no daemon listens, one is started; it ends after a minute without clients and sessions.

      Topics: \(HelpTopic.allCases.map { "cellctl help \($0.rawValue)" }.joined(separator: ", "))
      """,
    version: "cellctl \(celldVersion) (protocol \(protocolVersion))",
    groupedSubcommands: [
      CommandGroup(name: "Cells", subcommands: [Push.self, Patch.self, Move.self, Remove.self]),
      CommandGroup(
        name: "Rows",
        subcommands: [
          Rows.self, Watch.self, ClassCommand.self, View.self, Header.self, Lint.self, Render.self,
        ]),
      CommandGroup(
        name: "Sessions",
        subcommands: [Sessions.self, Info.self, Select.self, Act.self, Drop.self]),
      CommandGroup(
        name: "Daemon", subcommands: [Ping.self, Stats.self, Call.self, Doctor.self]),
      CommandGroup(name: "Other", subcommands: [Demo.self, Completion.self]),
    ])
}

extension CommandConfiguration {
  /// The names of the subcommands, in the order of the help.
  var subcommandNames: [String] {
    (ungroupedSubcommands + groupedSubcommands.flatMap(\.subcommands)).map { $0._commandName }
  }
}
