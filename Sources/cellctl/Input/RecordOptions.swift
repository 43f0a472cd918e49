import ArgumentParser

extension InputFormat: ExpressibleByArgument {}
extension RecordShape: ExpressibleByArgument {}

/// The records that a command reads from a file, and the way cells are made of them.
struct RecordInput: ParsableArguments {
  @Argument(help: "The records; - is standard input.", completion: .file())
  var file = "-"

  @OptionGroup var options: RecordOptions
}

extension String {
  /// The name of a file as an argument: `./-x` for `-x`.
  var asFileArgument: String { hasPrefix("-") && self != "-" ? "./\(self)" : self }
}

/// The way cells are made of records.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the records; json by default.", valueName: "format"))
  var from: InputFormat?

  @Option(
    help: ArgumentHelp("The entities of --from mdk, as OData sends them.", valueName: "file"),
    completion: .file())
  var data: String?

  @Option(help: ArgumentHelp("The path of the records in a document: items, data/alerts.", valueName: "path"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "The form of the value at the path if it is not a list of objects.", valueName: "shape"))
  var shape: RecordShape?

  @Option(
    help: ArgumentHelp(
      "The names of the columns of a table without a header, or of a list of lists.", valueName: "a,b,c"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "The field with the records below a record; {depth} counts levels.", valueName: "field"))
  var children: String?

  @Option(help: ArgumentHelp("A jq program; its outputs are the records.", valueName: "program"))
  var jq: String?

  @Option(
    help: ArgumentHelp("Make cells with a preset; 'cellctl presets' lists them.", valueName: "name"),
    completion: .presetName)
  var preset: String?

  @Option(help: ArgumentHelp("The field with the id, or 'line', or 'hash'.", valueName: "field"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Make cells of other records; see 'cellctl help mapping'.", valueName: "member={field},…"))
  var map: [String] = []

  func validate() throws {
    guard preset == nil || jq == nil else { throw ValidationError("--jq cannot be used with --preset") }
    guard data == nil || from == .mdk else { throw ValidationError("--data needs --from mdk") }
  }

  /// Whether a mapping, a program or a preset makes the cells. Then no error suggests one.
  var isMapped: Bool { !map.isEmpty || jq != nil || preset != nil }

  /// Whether no option is given.
  var isEmpty: Bool { arguments.isEmpty }

  /// The options as arguments, for another process that reads the records.
  var arguments: [String] {
    let options: [(name: String, value: String?)] = [
      ("--from", from?.rawValue), ("--data", data), ("--at", at), ("--shape", shape?.rawValue),
      ("--columns", columns), ("--children", children), ("--jq", jq),
      ("--preset", preset), ("--id", id),
    ]
    return options.flatMap { option in option.value.map { ["\(option.name)=\($0)"] } ?? [] }
      + map.map { "--map=\($0)" }
  }

  /// Returns the way from the input to cells.
  /// - Parameters:
  ///   - usual: the preset whose command writes the input. Options replace its settings.
  ///   - note: receives sentences about what was decided.
  /// - Throws: `Failure` if an option is malformed or the preset does not exist.
  func pipeline(for usual: Preset? = nil, note: @escaping (String) -> Void) throws -> RecordPipeline {
    var pipeline = RecordPipeline()
    pipeline.note = note
    if let used = try preset.map(PresetLibrary.preset) ?? usual { pipeline.use(used) }
    if let from {
      pipeline.format = from
      if from != .csv, from != .tsv { pipeline.columns = [] }
    }
    pipeline.entities = data
    if let at {
      var reader = TemplateReader(at)
      pipeline.selection.path = try reader.path()
    }
    pipeline.selection.children = children
    pipeline.selection.shape = shape
    if let columns {
      let names = columns.split(separator: ",").map(String.init)
      if shape == .rows { pipeline.selection.columns = names } else { pipeline.columns = names }
    }
    if let jq {
      pipeline.program = JQSource(name: "--jq", program: jq, now: RecordPipeline.now)
      // They are for the results of the preset's program.
      (pipeline.idRule, pipeline.keepsCells) = (nil, false)
    }
    if !map.isEmpty { pipeline.mapping = try FieldMapping(map) }
    if let id { pipeline.idRule = try IDRule(id) }
    return pipeline
  }
}

extension RecordPipeline {
  /// Makes cells with a preset.
  mutating func use(_ preset: Preset) {
    format = preset.format
    columns = preset.columns
    idRule = preset.id
    keepsCells = true
    var source = JQSource(name: "preset \(preset.name)", program: preset.program, now: Self.now)
    if !preset.command.isEmpty {
      source.inputHint = """
        it reads the output of: \(preset.command)
        'cellctl show \(preset.name)' runs this command
        """
    }
    program = source
  }
}
