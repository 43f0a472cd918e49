import ArgumentParser

/// The records that a command reads, and the way cells are made of them.
struct RecordOptions: ParsableArguments {
  @Argument(help: "The records; - is standard input.", completion: .file())
  var file = "-"

  @Option(help: ArgumentHelp("The field with the id, or 'line', or 'hash'.", valueName: "field"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Make cells of other records; see 'cellctl help mapping'.", valueName: "member={field},…"))
  var map: String?

  /// Whether a mapping makes the cells, so that no error needs to suggest one.
  var isMapped: Bool { map != nil }

  /// Returns the builder of the cells.
  /// - Throws: `Failure` with status `usage` if `--map` or `--id` is malformed.
  func builder() throws -> CellBuilder {
    CellBuilder(mapping: try map.map(FieldMapping.init), idRule: try id.map(IDRule.init))
  }
}
