import CellEngine
import CellProtocol

/// Prints the rows of records: columns in this process, points and pictures by a private daemon.
struct RecordRendering {
  let options: RowOptions
  let output: RowsOutputOptions
  let pads: Bool
  /// Whether a mapping or a program made the cells.
  let isMapped: Bool

  /// Prints the rows of all records.
  func print(_ reader: RecordReader) throws {
    let form = options.form(output)
    options.environment.reportUnusedOptions()
    let format = options.rowFormat(for: form)
    let members = try options.parameters(width: WidthArgument.preset())
    let unit = try JSON(parsing: members.json)["unit"]?.string
    if format.isPicture || unit == LengthUnit.point.rawValue {
      let rendering = DaemonRendering(environment: members, format: format, isMapped: isMapped)
      return try rendering.print(
        reader, options: options, form: form, to: output.standardOutput(for: form))
    }
    var rendering = try CellRendering(environment: members, format: format, pads: pads)
    if form == .text { rendering.terminal = TerminalText(options.environment, format: format) }
    var cells: [Cell] = []
    var failure: (any Error)?
    do {
      while let (record, position) = try reader.nextCell() { cells.append(try cell(record, at: position)) }
    } catch {
      // The rows of the records before it help to find it. One JSON value would be incomplete.
      guard form != .json, !cells.isEmpty else { throw error }
      failure = error
    }
    try rendering.print(
      cells,
      to: RowsOutput(title: "", options: options, form: form, output: output.standardOutput(for: form)))
    if let failure { throw failure }
    if cells.isEmpty { StandardError.note("there are no records") }
  }

  private func cell(_ record: CellBuilder.Cell, at position: RecordPosition) throws -> Cell {
    do throws(RPCError) {
      return try Self.document(record.json).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    } catch {
      throw ErrorReply(error.inside("/cells/0")).failure(ofRecordsAt: [position], isMapped: isMapped)
    }
  }

  private static func document(_ json: [UInt8]) throws(RPCError) -> JSONDocument {
    do { return try JSONDocument(json) } catch { throw .parseError(error) }
  }
}
