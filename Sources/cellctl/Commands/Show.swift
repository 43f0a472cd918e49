import ArgumentParser
import CellProtocol

/// `cellctl show NAME`, and `cellctl show -- COMMAND`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Run a command, and show its output as rows.",
    usage: """
      cellctl show [<options>] -- <command> [<argument> ...]
      cellctl show <preset> [<options>] [-- <argument> ...]
      cellctl show
      """,
    discussion: """
      After -- comes a command: its output is read like a file of 'render'. With a preset, the command is that of the \
      preset, and gets the arguments after --. Without both, 'show' lists the presets whose program is installed.

      \(commandDiscussion)

      'show' ends with the status of the command, with 124 after --timeout, and with 5 if nothing could be read. \
      'cellctl watch' shows the output again and again (--every).
      """)

  @Argument(help: ArgumentHelp("The preset.", valueName: "preset"), completion: .presetName)
  var name: String?

  @OptionGroup var records: RecordOptions
  @OptionGroup var time: RunTime
  @OptionGroup var shown: RenderOptions
  @OptionGroup var command: CommandArguments

  func run() throws {
    let preset = try name.map(PresetLibrary.preset)
    guard let command = try command.command(of: preset, timeout: time.timeout) else { return try list() }
    var pipeline = try records.pipeline(for: preset, note: shown.guessing.note)
    pipeline.replacesBadText = true
    let run = try command.start(relay: StandardError.line)
    do {
      try shown.print(run, path: "", isStream: true, options: records, pipeline: pipeline) { reader in
        let status = try run.end(records: reader.recordCount)
        guard status == 0 else {
          throw CommandStatus(code: status, sentence: shown.guessing.quiet ? nil : run.sentence(status))
        }
      }
    } catch let failure as Failure {
      throw run.explained(failure)
    }
  }

  /// Prints the presets whose program is installed.
  private func list() throws {
    let presets = PresetLibrary.all.filter { !$0.command.isEmpty }
    let installed = presets.filter(\.isInstalled)
    let output = StandardOutput()
    var table = Table("NAME", "TITLE")
    for preset in installed {
      table.append([([preset.name] + preset.aliases.map { $0[0] }).joined(separator: ", "), preset.title])
    }
    for line in try table.linesForOutput() { try output.line(line) }
    try output.flush()
  }
}

/// The time of a run of `show`, which has no daemon to wait for.
struct RunTime: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("End the command after this time.", valueName: "seconds"),
    transform: ConnectionOptions.seconds)
  var timeout: Double?
}
