import CellEngine
import CellProtocol

extension SessionService {
  func pull(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let view = try view(params, of: session)
    var request = try rowRequest(params, view.environment.unit)
    if let since = params["since"], since.raw.count <= Clock.longest,
      let clock = since.string.flatMap(Clock.init),
      clock
        == Clock(
          instance: table.instance, layout: view.layout, revision: clock.revision, form: request.form),
      clock.revision <= session.revision
    {
      request.known = .since(clock.revision)
    }
    counters.pulls += 1
    return answer(request, session, view, nil, call, &result)
  }

  func watch(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let view = try view(params, of: session)
    var request = try rowRequest(params, view.environment.unit)
    if case .range(_, let count) = request.window, count > limits.window {
      throw .limitExceeded(.window, scope: .connection, max: limits.window)
    }
    if case .ids(let ids) = request.window, ids.count > limits.window {
      throw .limitExceeded(.window, scope: .connection, max: limits.window)
    }
    guard watches.count(of: call.caller.connection) < limits.subscriptions else {
      throw .limitExceeded(.subscriptions, scope: .connection, max: limits.subscriptions)
    }
    request.maximumCount = limits.window
    request.wantsTags = true
    let watch = watches.open(
      call.caller, session, view, request,
      interval: UInt64(max(0, params.integer("interval") ?? 0)),
      wantsEvents: params.bool("events"))
    return answer(request, session, view, watch, call, &result)
  }

  func unwatch(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let name = params.name("subscription") ?? ""
    guard let number = Int(name), watches.close(number, of: call.caller.connection) else {
      throw .subscriptionNotFound(name)
    }
    result.raw("{}")
  }

  // MARK: Reading parameters

  private func rowRequest(_ params: Params, _ unit: LengthUnit) throws(RPCError) -> RowRequest {
    var request = RowRequest(window: try window(params, unit), limit: limits.reply)
    request.form = try rowForm(params, unit)
    request.exact = params.bool("exact")
    return request
  }

  private func window(_ params: Params, _ unit: LengthUnit) throws(RPCError) -> RowWindow {
    if let ids = params.ids {
      try refuse(params, beside: "ids", ["start", "count", "top", "height"])
      return .ids(ids)
    }
    if params["top"] != nil || params["height"] != nil {
      try refuse(params, beside: "top and height", ["start", "count"])
      guard let top = params.double("top") else { throw .missingMember("top", at: "") }
      guard let height = params.double("height") else { throw .missingMember("height", at: "") }
      let bound = Double(Int32.max)
      let scale = Double(unit.layoutUnits)
      let first = max(0, min(top, bound)) * scale
      guard height > 0 else { return .span(top: Int(first), height: 0) }
      // Every row of which the span has a part.
      let start = Int(first.rounded(.down))
      return .span(top: start, height: Int((first + min(height, bound) * scale).rounded(.up)) - start)
    }
    return .range(start: params.integer("start") ?? 0, count: params.integer("count") ?? 50)
  }

  private func refuse(_ params: Params, beside what: String, _ names: [StaticString]) throws(RPCError) {
    for name in names where params[name] != nil {
      throw .invalidParams("\(name) cannot stand beside \(what); say one of them.", path: "/\(name)")
    }
  }

  /// How rows are given, in a view whose lengths are in `unit`.
  func rowForm(_ params: Params, _ unit: LengthUnit) throws(RPCError) -> RowForm {
    var form = RowForm()
    if let name = params.string("format") {
      guard let format = RowFormat(rawValue: name) else {
        throw .unsupported("The format \(name)", path: "/format")
      }
      form.format = format
    }
    guard unit == .column || form.format.fitsPoints else {
      throw .formatWithoutPoints(form.format)
    }
    form.pads = params.bool("pad")
    form.includesCell = params["include"]?.elements.contains { $0.equals("cell") } ?? false
    return form
  }
}
