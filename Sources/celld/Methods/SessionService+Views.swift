import CellEngine
import CellProtocol

extension SessionService {
  func setView(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try session(params, call)
    let name = params.name("view") ?? Session.mainView
    var set = session.view(named: name)?.set ?? Environment()
    if let object = params.object {
      try EnvironmentCodec.apply(object, to: &set, besides: ["session", "view"])
    }
    let before = session.view(named: name)?.layout
    let view = try session.setView(name, set)
    if view.layout != before { watches.changed(session, view) }
    write(view, of: session, &result)
  }

  func listViews(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try session(params, call)
    result.beginObject()
    result.name("views")
    result.beginArray()
    for view in session.views { write(view, of: session, &result) }
    result.endArray()
    result.endObject()
  }

  func deleteView(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try session(params, call)
    let name = params.name("view") ?? ""
    let view = try self.view(named: name, of: session)
    guard name != Session.mainView else {
      throw .invalidParams("The view main stays as long as its session; delete another.", path: "/view")
    }
    watches.end(view, of: session)
    session.deleteView(view)
    result.raw("{}")
  }

  /// The view that the parameters name or describe; `main` where they do neither.
  func view(_ params: Params, of session: Session) throws(RPCError) -> View {
    guard let environment = params["environment"] else {
      return try view(named: params.name("view") ?? Session.mainView, of: session)
    }
    guard params["view"] == nil else {
      throw .invalidParams("Say either view or environment, not both.", path: "/environment")
    }
    do throws(RPCError) {
      return try session.view(of: environment)
    } catch {
      throw error.inside("/environment")
    }
  }

  private func view(named name: String, of session: Session) throws(RPCError) -> View {
    if let view = session.view(named: name) { return view }
    throw .viewNotFound(name, known: session.views.map { $0.name ?? "" })
  }

  private func write(_ view: View, of session: Session, _ result: inout JSONWriter) {
    result.object { result in
      result.name("view")
      result.string(view.name ?? "")
      result.name("layout")
      result.integer(view.layout)
      EnvironmentCodec.writeMembers(of: view.set, resolved: view.environment, to: &result)
      result.name("set")
      EnvironmentCodec.write(view.set, to: &result)
      result.name("count")
      result.integer(session.list.count)
      result.diagnostics(view.environment.diagnostics)
    }
  }
}
