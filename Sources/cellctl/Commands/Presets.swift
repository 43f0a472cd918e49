import ArgumentParser

/// `cellctl presets [NAME]`.
struct Presets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the presets, or print one.",
    usage: "cellctl presets [<name>] [<options>]",
    discussion: """
      A preset makes cells of the output of a program. 'cellctl show NAME' runs the program and shows the cells; \
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
    let presets = PresetLibrary.all
    if presets.isEmpty { StandardError.note("there are no presets") }
    switch output.form {
    case .text:
      var table = Table([.init(heading: "NAME"), .init(heading: "TITLE"), .init(heading: "COMMAND")])
      for preset in presets { table.append([preset.name, preset.title, preset.command]) }
      for line in table.lines { try standardOutput.line(line) }
    case .ndjson: for preset in presets { try standardOutput.line(preset.parameters.json) }
    case .json:
      let elements = presets.map(\.parameters.json).joined(separator: [UInt8(ascii: ",")])
      try standardOutput.line([UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")])
    }
    try standardOutput.flush()
  }
}

extension Preset {
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
