import CellEngine
import CellProtocol

/// Fonts are loaded on workers: fontconfig reads files, and sorts fonts, for some milliseconds.
extension SessionService {
  /// Answers a request, or, where it needs fonts that are not at hand, defers it until a worker has loaded them. Nothing has
  /// changed until then: whatever resolves an environment does so first.
  ///
  /// - Parameter loaded: what was loaded for this very request.
  func handle(
    _ request: Request, _ call: Call, with loaded: LoopFonts.Loaded, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    guard let fonts = table.fonts else { return try answer(request, call, &result) }
    do throws(RPCError) {
      return try fonts.with(loaded) { () throws(RPCError) in try answer(request, call, &result) }
    } catch {
      guard let wanted = fonts.takeMissing(), loaded[wanted] == nil, let copy = copy(request, call) else {
        throw error
      }
      let source = fonts.source
      workers.submit {
        Result { () throws(FontFault) in try source.metrics(for: wanted) }
      } then: { [self] found in
        resume(copy, with: loaded.merging([wanted: found]) { $1 })
      }
      return .deferred
    }
  }

  /// A request that outlives its line, as its call holds what it is read from.
  private struct Held {
    let request: Request
    let call: Call
  }

  private func copy(_ request: Request, _ call: Call) -> Held? {
    if call.document != nil { return Held(request: request, call: call) }
    var writer = JSONWriter()
    writer.object { writer in
      if let id = request.id {
        writer.name("id")
        writer.raw(id)
      }
      writer.name("method")
      writer.string(request.method)
      if let params = request.params {
        writer.name("params")
        writer.raw(params.raw)
      }
    }
    guard let document = try? JSONDocument(writer.bytes, depth: limits.depth),
      case .success(let copy) = Request.read(document.root)
    else { return nil }
    return Held(
      request: copy,
      call: Call(
        caller: call.caller, number: call.number, document: Parcel(document, isLarge: false), params: nil))
  }

  private func resume(_ held: Held, with loaded: LoopFonts.Loaded) {
    // Nobody would end what a client who has gone watches.
    if held.request.known == .rowsWatch, server.caller(of: held.call.caller.connection) == nil { return }
    var writer = JSONWriter()
    do throws(RPCError) {
      if case .done = try handle(held.request, held.call, with: loaded, &writer) {
        server.finish(held.call, .success(writer.bytes))
      }
    } catch {
      server.finish(held.call, .failure(error))
    }
  }
}
