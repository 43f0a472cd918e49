import CellEngine
import CellProtocol

extension SessionService {
  func layOutCell(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    guard let node = params["cell"] else { throw .missingMember("cell", at: "") }
    let environment = try params["environment"].readEnvironment()
    let form = try rowForm(params, environment.unit ?? .column)
    guard node.raw.count > LoopShare.textBytes else {
      try LoneCell(node, environment, table.fonts).write(form, to: &result)
      return .done
    }
    let document = call.document
    // Without a document, the node is gone when this returns.
    let read = document == nil ? try LoneCell(node, environment, table.fonts) : nil
    let fonts = table.fonts?.source
    workers.submit {
      withExtendedLifetime(document) { LoneCell.row(read, node, environment, fonts, form) }
    } then: { [self] bytes in
      server.finish(call, bytes)
    }
    return .deferred
  }
}

extension JSONNode? {
  /// The parameter `environment`, or the defaults.
  fileprivate func readEnvironment() throws(RPCError) -> Environment {
    guard let self else { return Environment() }
    return try EnvironmentCodec.read(self, path: "/environment")
  }
}

/// A cell that belongs to no session, and the environment in which it is laid out.
private struct LoneCell: Sendable {
  private let cell: Cell
  private let environment: LayoutEnvironment

  /// Reads the parameter `cell`.
  init(_ node: JSONNode, _ set: Environment, _ fonts: (any FontSource)?) throws(RPCError) {
    cell = try CellCodec.read(node, path: "/cell")
    let settings = SessionSettings()
    var summary = ListSummary()
    summary.add(PushedCell(cell).entry(revision: 0))
    do {
      environment = try LayoutEnvironment(
        set, profile: settings.profile, selection: .multiple, kept: settings.kept(summary), fonts: fonts)
    } catch {
      throw RPCError.unsupported(error).inside("/environment")
    }
  }

  /// The result of cell.layout, for a cell that is read already, or is to be.
  static func row(
    _ read: LoneCell?, _ node: JSONNode, _ set: Environment, _ fonts: (any FontSource)?, _ form: RowForm
  ) -> Result<[UInt8], RPCError> {
    Result { () throws(RPCError) in
      var writer = JSONWriter()
      if let read {
        read.write(form, to: &writer)
      } else {
        try LoneCell(node, set, fonts).write(form, to: &writer)
      }
      return writer.bytes
    }
  }

  /// Writes the result of cell.layout.
  func write(_ form: RowForm, to result: inout JSONWriter) {
    let packed = PackedCell(cell)
    var layout = CellLayout(environment)
    var writer = RowWriter(format: form.format, pads: form.pads, standsAlone: true)
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
