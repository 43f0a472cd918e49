import ArgumentParser
import CellProtocol

/// `cellctl presets [NAME]`.
struct Presets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the presets, or print one.",
    usage: "cellctl presets [<name>] [<options>]",
    discussion: """
      A preset makes cells of the output of a program. -o json prints whole commands, and for one preset its settings \
      and its program. 'cellctl show NAME' runs the program and shows the cells; \
      'cellctl render --preset NAME' reads its output. Your own presets are files NAME.jq in \
      ~/.config/celld/presets; 'cellctl help presets' explains them.
      """)

  @Argument(help: "Print the file of this preset, or its settings with -o.", completion: .presetName)
  var name: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let standardOutput = StandardOutput()
    if let name {
      let preset = try PresetLibrary.preset(name)
      if output.form == .text {
        try standardOutput.write(preset.program)
      } else {
        try standardOutput.line(json: preset.allParameters.json)
      }
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

  /// The preset with its settings and its program, for `-o json`.
  fileprivate var allParameters: Parameters {
    var parameters = parameters
    parameters.set("exit", json: JSON.array(exitStatuses.map { JSON(Int($0)) }).text)
    parameters.set("from", format.rawValue)
    if !columns.isEmpty { parameters.set("columns", columns) }
    for name in ["id", "fits"] {
      if let value = settings[name] { parameters.set(name, value) }
    }
    parameters.set("program", program)
    return parameters
  }

  /// The preset in the list of `-o json`.
  fileprivate var parameters: Parameters {
    var parameters = Parameters()
    parameters.set("name", name)
    parameters.set("title", title)
    parameters.set("command", command)
    parameters.set("path", path)
    return parameters
  }
}
