import CellEngine
import CellProtocol
import CellWire

extension RowFixture {
  /// Returns the rows of the fixture's cells in an environment, laid out in this process.
  public func rows(in expectation: Expectation) throws -> [JSON] {
    let settings = try session.map { try JSON(parsing: $0) }
    let selection = settings?["selection"]?.string.flatMap { SelectionMode(rawValue: $0) } ?? .none
    let cells = try self.cells.map { line in
      try JSONDocument(line.utf8).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    }
    let environment = try JSONDocument(expectation.environment.utf8).withRoot { (root) throws(RPCError) in
      try EnvironmentCodec.read(root)
    }
    let needs = ColumnNeeds(of: cells)
    let slots = settings?["preserve"]?.array?.compactMap { $0.string.flatMap(Slot.init) }
    let kept = slots.map { KeptColumns(needs, keeping: $0) } ?? KeptColumns(needs)
    let profile = settings?["profile"]?.string.flatMap { Profile.named($0) } ?? .compose
    let resolved = try Style(environment, profile: profile, selection: selection, kept: kept)
    let packed = cells.map { CellRecord($0) }
    let prepared = PreparedCells(packed, for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var writer = RowWriter(format: expectation.format)
    return try cells.indices.map { index in
      var json = JSONWriter()
      json.beginObject()
      let reveal = expectation.reveal.flatMap { $0.id == cells[index].id ? $0.what : nil }
      layout.layOut(
        packed[index], state: CellState(of: cells[index]),
        prepared: reveal == nil
          ? prepared : PreparedCells(revealing: packed[index], for: Preparation(resolved)),
        at: reveal == nil ? index : 0, revealing: reveal
      ) {
        writer.write($0, to: &json)
      }
      json.endObject()
      return try JSON(parsing: json.bytes)
    }
  }
}
