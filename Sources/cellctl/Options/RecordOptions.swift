import ArgumentParser

/// Which records a command reads, and how cells are made of them.
struct RecordOptions: ParsableArguments {
  @Argument(help: "The records; - is standard input.", completion: .file())
  var file = "-"

  @Option(help: ArgumentHelp("The field with the id, or 'line', or 'hash'.", valueName: "field"))
  var id: String?

  @Option(help: ArgumentHelp("Make cells of other records.", valueName: "member={field},…"))
  var map: String?

  /// Whether the cells are made by a mapping, so that none has to be suggested.
  var isMapped: Bool { map != nil }

  /// Makes the cells.
  /// - Throws: `Failure` with status `usage` where `--map` or `--id` cannot be read.
  func builder() throws -> CellBuilder {
    CellBuilder(mapping: try map.map(FieldMapping.init), idRule: try id.map(IDRule.init))
  }

  /// Opens the file; where it is the keyboard, a person is told so.
  func open() throws -> InputSource {
    let source = try InputSource(path: file)
    if source.isTerminal { StandardError.line("reading records from the keyboard; Ctrl-D ends them") }
    return source
  }
}
