import ArgumentParser

/// `cellctl presets [NAME]`.
struct Presets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the presets, or print one.",
    usage: "cellctl presets [<name>] [<options>]",
    discussion: """
      A preset makes cells of the output of a program. -o json lists the whole commands. 'cellctl show NAME' runs the program and shows the cells; \
      'cellctl render --preset NAME' reads its output. Your own presets are files NAME.jq in \
      ~/.config/celld/presets; 'cellctl help presets' explains them.
      """)

  @Argument(help: "Print the file of this preset.", completion: .presetName)
  var name: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let standardOutput = StandardOutput()
    if let name {
      try standardOutput.write(try PresetLibrary.preset(name).program)
      return try standardOutput.flush()
    }
    let presets = readablePresets
    guard !presets.isEmpty || output.form != .text else {
      let folders = PresetLibrary.folders.joined(separator: ", ")
      return StandardError.note("there are no presets; they are looked for in \(folders)")
    }
    switch output.form {
    case .text:
      var table = Table([.init(heading: "NAME"), .init(heading: "TITLE"), .init(heading: "PROGRAM")])
      for preset in presets { table.append([preset.name, preset.title, preset.programName]) }
      for line in try table.linesForOutput() { try standardOutput.line(line) }
    case .ndjson: for preset in presets { try standardOutput.line(preset.parameters.json) }
    case .json:
      let elements = presets.map(\.parameters.json).joined(separator: [UInt8(ascii: ",")])
      try standardOutput.line([UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")])
    }
    try standardOutput.flush()
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

  /// The preset for `-o json`.
  fileprivate var parameters: Parameters {
    var parameters = Parameters()
    parameters.set("name", name)
    parameters.set("title", title)
    parameters.set("command", command)
    parameters.set("path", path)
    return parameters
  }
}
