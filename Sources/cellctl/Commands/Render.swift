import ArgumentParser
import CellEngine
import CellProtocol

/// `cellctl render [FILE]`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lay out cells without any session.",
    discussion: """
      Records are taken as by 'push'; rows are printed as by 'rows'. Points and pictures need a daemon, which is \
      started for them and ends with them.
      """)

  @OptionGroup var records: RecordOptions

  @Flag(help: "Fill the lines up with spaces.")
  var pad = false

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try environment.validate(output)
  }

  func run() throws {
    let builder = try records.builder()
    let source = try records.open()
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
    while let (record, place) = try reader.next() { cells.append(try cell(record, at: place)) }
    let standardOutput = StandardOutput()
    try rendering.print(cells, form: form, to: standardOutput)
    try standardOutput.flush()
  }

  private func cell(_ record: CellBuilder.Cell, at place: RecordPlace) throws -> Cell {
    do throws(RPCError) {
      return try Self.document(record.json).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    } catch {
      let member = error.path.map { $0.isEmpty ? "" : "\($0.dropFirst()): " } ?? ""
      let failure = Failure(.badData, "\(place): \(member)\(error.message)")
      guard !records.isMapped, error.kind == .invalidParams else { throw failure }
      throw failure.suggestingMapping(member: error.path.map { String($0.dropFirst()) })
    }
  }

  private static func document(_ json: [UInt8]) throws(RPCError) -> JSONDocument {
    do { return try JSONDocument(json) } catch { throw .parseError(error) }
  }
}
