import ArgumentParser
import CellEngine
import CellProtocol

/// `cellctl render [FILE]`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Lay out cells without a session.",
    usage: "cellctl render [<file>] [<options>]",
    discussion: """
      Reads records like 'push' and prints rows like 'rows'. Points and pictures need fonts, so a private daemon is \
      started for them.
      """)

  @OptionGroup var records: RecordOptions

  @Flag(help: "Fill lines with spaces up to the width.")
  var pad = false

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try environment.validate(output)
  }

  func run() throws {
    let builder = try records.builder()
    let source = try InputSource(path: records.file)
    StandardError.announceKeyboard(source)
    let form = environment.form(output)
    let format = environment.rowFormat(for: form)
    let members = try environment.environment(width: WidthArgument.preset())
    var reader = RecordReader(source: source, builder: builder, limit: Limits.standard.line)
    let unit = try JSON(parsing: members.json)["unit"]?.string
    if format.isPicture || unit == LengthUnit.point.rawValue {
      let rendering = DaemonRendering(environment: members, format: format, isMapped: records.isMapped)
      return try rendering.print(&reader, options: environment, form: form)
    }
    let rendering = try CellRendering(environment: members, format: format, pads: pad)
    var cells: [Cell] = []
    while let (record, position) = try reader.next() { cells.append(try cell(record, at: position)) }
    let standardOutput = StandardOutput()
    try rendering.print(cells, form: form, to: standardOutput)
    try standardOutput.flush()
  }

  private func cell(_ record: CellBuilder.Cell, at position: RecordPosition) throws -> Cell {
    do throws(RPCError) {
      return try Self.document(record.json).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    } catch {
      throw ErrorReply(error.inside("/cells/0"))
        .failure(ofRecordsAt: [position], isMapped: records.isMapped)
    }
  }

  private static func document(_ json: [UInt8]) throws(RPCError) -> JSONDocument {
    do { return try JSONDocument(json) } catch { throw .parseError(error) }
  }
}
