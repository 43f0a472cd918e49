import ArgumentParser
import CellClient
import CellWire

/// `cellctl presets [NAME]`.
struct Presets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the presets, or print one.",
    usage: "cellctl presets [<name>] [<options>]\ncellctl presets --check [<options>]",
    discussion: """
      A preset makes cells of the output of a program. -o json prints whole commands, and for one preset its settings \
      and its program. 'cellctl show NAME' runs the program and shows the cells; \
      'cellctl render --preset NAME' reads its output. Your own presets are files NAME.jq in \
      ~/.config/celld/presets; 'cellctl help presets' explains them. --check reads a sample of each, NAME.input next \
      to NAME.jq, and finds presets whose conditions hold for the output of another program.
      """)

  @Argument(help: "Print the file of this preset, or its settings with -o.", completion: .presetName)
  var name: String?

  @Flag(help: "Check all presets with their samples, and end with 5 if there is a finding.")
  var check = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !check || name == nil else { throw ValidationError("--check checks all presets; omit the name") }
  }

  private var printer: ResultPrinter { ResultPrinter(form: output.form) }

  func run() throws {
    if check { return try printCheck() }
    if let name {
      let preset = try PresetLibrary.preset(name)
      guard output.form == .text else { return try printer.print(.object(preset.allMembers)) { _ in [] } }
      let standardOutput = StandardOutput()
      try standardOutput.write(preset.program)
      return try standardOutput.flush()
    }
    let presets = readablePresets
    guard !presets.isEmpty || output.form != .text else {
      let folders = PresetLibrary.folders.joined(separator: ", ")
      return StandardError.note("there are no presets; they are looked for in \(folders)")
    }
    try printer.print(.array(presets.map { .object($0.members) }), listing: nil) { _ in
      var table = Table("NAME", "TITLE", "PROGRAM")
      for preset in presets { table.append([preset.name, preset.title, preset.programName]) }
      return try table.linesForOutput()
    }
  }

  private func printCheck() throws {
    let findings = PresetCheck().findings
    let listed = findings.map {
      JSON.object([.init("preset", .string($0.preset)), .init("finding", .string($0.sentence))])
    }
    try printer.print(
      .object([.init("findings", .array(listed))]), listing: "findings"
    ) { _ in
      findings.map { "\($0.preset): \($0.sentence)".printable }
    }
    guard findings.isEmpty else { throw SilentExit(status: .badData) }
  }

  /// All presets, without those that cannot be read. Their errors are reported.
  private var readablePresets: [Preset] {
    PresetLibrary.names.compactMap { name in
      do {
        return try PresetLibrary.find(name)
      } catch {
        if let failure = error as? Failure { StandardError.report(failure) }
        return nil
      }
    }
  }
}

extension Preset {
  /// The name of the program that the command runs; empty without a command.
  fileprivate var programName: String { (try? commandWords)?.first ?? "" }

  /// The preset with its settings and its program, for `-o json`.
  fileprivate var allMembers: [JSON.Member] {
    var all = members
    all.append(.init("exit", .array(exitStatuses.map { JSON(Int($0)) })))
    all.append(.init("from", .string(format.rawValue)))
    if !columns.isEmpty { all.append(.init("columns", .array(columns.map(JSON.string)))) }
    all += ["id", "fits"].compactMap { name in settings[name].map { .init(name, .string($0)) } }
    return all + [.init("program", .string(program))]
  }

  /// The preset in the list of `-o json`.
  fileprivate var members: [JSON.Member] {
    [("name", name), ("title", title), ("command", command), ("path", path)].map { .init($0, .string($1)) }
  }
}
