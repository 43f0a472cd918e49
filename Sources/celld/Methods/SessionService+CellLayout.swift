import CellEngine
import CellProtocol

extension SessionService {
  func layOutCell(_ params: Params, _ result: inout JSONWriter) throws(RPCError) {
    guard let node = params["cell"] else { throw .missingMember("cell", at: "") }
    let cell = try CellCodec.read(node, path: "/cell")
    guard cell.kind == .object else {
      throw .unsupported("Laying out a cell of the kind \(cell.kind.rawValue)", path: "/cell/kind")
    }
    var set = Environment()
    var settings = SessionSettings()
    settings.selection = .multiple
    let environment: LayoutEnvironment
    do throws(RPCError) {
      if let node = params["environment"] { set = try EnvironmentCodec.read(node) }
      var summary = ListSummary()
      let entry = PushedCell(cell).entry(revision: 0)
      summary.add(entry)
      do {
        environment = try LayoutEnvironment(
          set, profile: settings.profile, selection: settings.selection, kept: settings.kept(summary))
      } catch {
        throw .unsupported(error)
      }
    } catch {
      throw error.inside("/environment")
    }
    let packed = PackedCell(cell)
    var layout = CellLayout(environment)
    let form = try rowForm(params)
    var writer = RowWriter(format: form.format, pads: form.pads)
    let prepared = PreparedCells([packed], for: Preparation(environment))
    result.beginObject()
    result.name("row")
    result.beginObject()
    result.name("id")
    result.string(cell.id)
    result.name("index")
    result.integer(0)
    result.name("y")
    result.integer(0)
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      writer.write(&row, to: &result)
    }
    result.endObject()
    result.endObject()
  }
}
