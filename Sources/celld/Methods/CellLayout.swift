import CellEngine
import CellProtocol
import CellWire

extension CellLayoutMethod: Handler {
  static var kind: RequestKind { .read }

  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    Style.fontRequest(of: try environment(call), profile: SessionSettings().profile)
      .map { [$0] } ?? []
  }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    guard let node = call.params["cell"] else { throw .missingMember("cell", at: "") }
    let environment = try environment(call)
    let form = try call.rowForm(environment.unit ?? .column)
    let fonts = call.context.fonts == nil ? nil : call.fonts
    // In points, text is shaped, and its fonts may have to be opened.
    guard environment.unit == .point || node.raw.count > LoopShare.textBytes else {
      try LoneCell(node, environment, fonts).write(form, to: &result, unless: .never)
      return .done
    }
    let lane = WorkLane.forText(bytes: node.raw.count)
    guard let document = call.document else {
      // Without a document, the node is gone when this returns.
      let cell = try LoneCell(node, environment, fonts)
      return call.finishOnWorker(lane) { cell.write(form, to: &$0, unless: $1) }
    }
    return call.finishOnWorker(lane) { (result, interruption) throws(RPCError) in
      try withExtendedLifetime(document) { () throws(RPCError) in
        try LoneCell(node, environment, fonts).write(form, to: &result, unless: interruption)
      }
    }
  }

  /// The parameter `environment`, or the defaults.
  private static func environment(_ call: MethodCall) throws(RPCError) -> Environment {
    guard let node = call.params["environment"] else { return Environment() }
    return try EnvironmentCodec.read(node, path: "/environment")
  }
}

/// A cell without a session, and the environment that it is laid out in.
private struct LoneCell: Sendable {
  private let packed: CellRecord
  private let state: CellState
  private let style: Style

  /// Reads the parameter `cell`.
  init(_ node: JSONNode, _ set: Environment, _ fonts: (any FontSource)?) throws(RPCError) {
    var decoder = RecordDecoder()
    do throws(RPCError) { try decoder.read(node) } catch { throw error.inside("/cell") }
    packed = decoder.record()
    state = decoder.state
    let settings = SessionSettings()
    var needs = packed.note.traits.needs
    needs.unread = state.unread
    do {
      style = try Style(
        set, profile: settings.profile, selection: .multiple, kept: settings.kept(needs), fonts: fonts)
    } catch {
      throw RPCError.unsupported(error).inside("/environment")
    }
  }

  /// Writes the result of cell.layout.
  func write(_ form: RowForm, to result: inout JSONWriter, unless interruption: Interruption) {
    var layout = CellLayout(style, unless: interruption)
    var writer = RowWriter(
      format: form.format, pads: form.pads, standsAlone: true, limit: form.rowLimit)
    let preparation = Preparation(style)
    let reveal = form.revealed?.reveal
    let prepared =
      reveal == nil
      ? PreparedCells([packed], for: preparation, unless: interruption)
      : PreparedCells(revealing: packed, for: preparation, unless: interruption)
    if interruption.isDue { return }
    result.beginObject()
    result.name("row")
    let start = result.bytes.count
    result.beginObject()
    result.name("id")
    result.string(packed.id)
    result.name("index")
    result.integer(0)
    result.name("y")
    result.integer(0)
    layout.layOut(packed, state: state, prepared: prepared, at: 0, revealing: reveal) { row in
      writer.write(row, to: &result, from: start)
    }
    result.endObject()
    result.endObject()
  }
}
