import CellEngine
import CellProtocol

extension SessionService {
  /// Lays out the object header of a cell, on a worker: its title has no limit of lines.
  func pullHeader(_ params: Params, _ call: Call) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let id = params.name("id") ?? ""
    let view = try view(params, of: session)
    let form = try rowForm(params, view.environment.unit)
    guard let entry = session.list[ByteKey(id)] else { throw .cellNotFound(id, path: "/id") }
    let header = HeaderRequest(
      entry: entry, environment: view.environment, revision: session.revision, layout: view.layout,
      page: params.integer("page") ?? 0, form: form)
    workers.submit {
      header.answer
    } then: { [self] bytes in
      server.finish(call, .success(bytes))
    }
    return .deferred
  }
}

/// A header that was asked for, and all that it takes to lay it out, on any thread.
private struct HeaderRequest: Sendable {
  let entry: Entry
  let environment: LayoutEnvironment
  let revision: UInt64
  let layout: UInt64
  let page: Int
  let form: RowForm

  /// The result, a JSON object.
  var answer: [UInt8] {
    var result = JSONWriter()
    var content = RowWriter(format: form.format, pads: form.pads, standsAlone: true)
    let prepared = PreparedCells(header: entry.packed, for: Preparation(environment))
    var layout = CellLayout(environment)
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
      content.write(&row, to: &result)
      result.endObject()
    }
    return result.bytes
  }
}
