import CellEngine
import CellProtocol
import CellWire

extension HeaderPullMethod: ViewHandler {
  /// With `viewed`, the cell changes: the reply must not become an error afterwards.
  static func kind(of request: Request) -> RequestKind {
    request.params?["viewed"]?.bool == true ? .other : .read
  }

  /// Lays out the header on a worker: its title has no limit of lines.
  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let id = call.params.name("id") ?? ""
    let form = try call.rowForm(view.style.unit)
    guard call.params.bool("viewed") else {
      return finish(call, try request(id, form, call, session, view))
    }
    guard session.list[ByteKey(id)] != nil else { throw .cellNotFound(id, path: "/id") }
    // The header is of the list without the mark. It is written after the edit is visible.
    let pending = PendingReply(before: call.reply) { edit in
      do throws(RPCError) {
        _ = try edit.get()
        _ = finish(call, try request(id, form, call, session, view))
      } catch {
        call.finish(.failure(error))
      }
    }
    var ignored = JSONWriter()
    let outcome = try call.context.edits.make(
      ViewedEdit(ids: [id]), of: session, ifRevision: nil, pending, &ignored, EditQueue.Reply(isBare: true))
    guard case .done = outcome else { return .deferred }
    return finish(call, try request(id, form, call, session, view))
  }

  private static func request(
    _ id: String, _ form: RowForm, _ call: MethodCall, _ session: Session, _ view: View
  ) throws(RPCError) -> HeaderRequest {
    guard let entry = session.list[ByteKey(id)] else { throw .cellNotFound(id, path: "/id") }
    return HeaderRequest(
      entry: entry, style: view.style, revision: session.revision, layout: view.layout,
      page: call.params.integer("page") ?? 0, form: form)
  }

  private static func finish(_ call: MethodCall, _ header: HeaderRequest) -> Outcome {
    call.finishOnWorker(.forText(bytes: header.entry.packed.byteCount)) { header.write(to: &$0, unless: $1) }
  }
}

/// A request for a header, with everything that its layout needs on any thread.
private struct HeaderRequest: Sendable {
  let entry: Entry
  let style: Style
  let revision: UInt64
  let layout: UInt64
  let page: Int
  let form: RowForm

  /// Writes the result, a JSON object.
  func write(to result: inout JSONWriter, unless interruption: Interruption) {
    var content = RowWriter(
      format: form.format, pads: form.pads, standsAlone: true, limit: form.rowLimit)
    let prepared = PreparedCells(header: entry.packed, for: Preparation(style), unless: interruption)
    if interruption.isDue { return }
    var layout = CellLayout(style, unless: interruption)
    layout.layOutHeader(entry.packed, state: entry.state, prepared: prepared, page: page) {
      row, page, pages in
      result.beginObject()
      result.name("id")
      result.string(entry.packed.id)
      result.name("revision")
      result.integer(revision)
      result.name("layout")
      result.integer(self.layout)
      result.name("pages")
      result.integer(pages)
      result.name("page")
      result.integer(page)
      content.write(row, to: &result, from: 0)
      result.endObject()
    }
  }
}
