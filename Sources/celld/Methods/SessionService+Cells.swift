import CellEngine
import CellProtocol

extension SessionService {
  func push(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let name = params.name("session") ?? ""
    let position = Self.position(params["position"])
    let ifRevision = params.integer("ifRevision")
    // Whoever may not write gets to know it before the cells are read.
    _ = try table.session(named: name, for: call.caller.userID)
    return try decodeCells(params, call, &result) { [self] decoded, result throws(RPCError) in
      var reply = EditReply(rejected: decoded.rejected)
      let session: Session
      if let known = try table.session(named: name, for: call.caller.userID) {
        session = known
      } else {
        if let ifRevision, ifRevision != 0 { throw .revisionConflict(expected: ifRevision, actual: 0) }
        session = try table.create(name, owner: call.caller.userID, settings: SessionSettings())
        reply.isNewSession = true
      }
      let edit = PushEdit(
        cells: decoded.cells, byteCount: decoded.byteCount, position: position,
        selection: session.settings.selection)
      return try self.edit(session, edit, ifRevision: ifRevision, call, &result, reply)
    }
  }

  func replace(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let ifRevision = params.integer("ifRevision")
    let more = params.bool("more")
    let connection = call.caller.connection
    let limit = limits.cells
    let drop = { [self] in unstage(session, connection) }
    return try decodeCells(params, call, &result, onError: drop) {
      [self] decoded, result throws(RPCError) in
      try checkUse(session, call)
      let count = (session.staged[connection]?.count ?? 0) + decoded.cells.count
      guard count <= limit else { throw .limitExceeded(.cells, scope: .session, max: limit) }
      guard !more else {
        try check(ifRevision, session)
        try table.admit(growth: decoded.byteCount)
        stage(decoded, for: session, connection)
        result.object { result in
          result.name("staged")
          result.integer(count)
        }
        return .done
      }
      var cells = session.takeStaged(connection)
      cells.add(decoded)
      let edit = ReplaceEdit(cells: cells, selection: session.settings.selection)
      return try self.edit(session, edit, ifRevision: ifRevision, call, &result)
    }
  }

  private func stage(_ cells: CellDecoder.Decoded, for session: Session, _ connection: ConnectionID) {
    session.stage(cells, for: connection)
    if !(stagers[connection] ?? []).contains(where: { $0 === session }) {
      stagers[connection, default: []].append(session)
    }
  }

  /// Drops what a connection has staged.
  func unstage(_ session: Session, _ connection: ConnectionID) {
    let cells = session.takeStaged(connection)
    if cells.count > 0 { Workers.release(consume cells) }
  }

  /// Drops what is staged, for a call that failed before it was read.
  func unstage(_ params: Params, _ call: Call) {
    guard let session = try? session(params, call) else { return }
    unstage(session, call.caller.connection)
  }

  /// Decodes the cells of a request, here or on a worker, and goes on with `body`, which writes the result or
  /// defers it. `onError` is called where either of them fails.
  private func decodeCells(
    _ params: Params, _ call: Call, _ result: inout JSONWriter, onError: @escaping () -> Void = {},
    _ body: @escaping (CellDecoder.Decoded, inout JSONWriter) throws(RPCError) -> Outcome
  ) throws(RPCError) -> Outcome {
    let decoder = CellDecoder(partial: params.bool("partial"), replyLimit: limits.reply)
    guard let node = params["cells"] else { throw .missingMember("cells", at: "") }
    guard node.isLong, let document = call.document else {
      do throws(RPCError) {
        return try body(try decoder.decode(node), &result)
      } catch {
        onError()
        throw error
      }
    }
    workers.submit(isLarge: true) {
      // The node is valid as long as its document.
      withExtendedLifetime(document) {
        Result { () throws(RPCError) in try decoder.decodeInParallel(node) }
      }
    } then: { [self] (decoded: Result<CellDecoder.Decoded, RPCError>) in
      do throws(RPCError) {
        var writer = JSONWriter()
        if try body(try decoded.get(), &writer) == .done { server.finish(call, .success(writer.bytes)) }
      } catch {
        onError()
        server.finish(call, .failure(error))
      }
    }
    return .deferred
  }

  func patch(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let edit = PatchEdit(
      patches: params.patches, byteCount: params.byteCount, selection: session.settings.selection)
    return try self.edit(session, edit, ifRevision: params.integer("ifRevision"), call, &result)
  }

  func remove(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let ids = try idsOrAll(params)
    return try edit(
      session, RemoveEdit(ids: ids, replyLimit: limits.reply), ifRevision: params.integer("ifRevision"), call,
      &result)
  }

  func move(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let edit = MoveEdit(ids: params.ids ?? [], position: Self.position(params["position"]))
    return try self.edit(session, edit, ifRevision: params.integer("ifRevision"), call, &result)
  }

  func viewed(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let edit = ViewedEdit(ids: params.ids ?? [])
    return try self.edit(session, edit, ifRevision: params.integer("ifRevision"), call, &result)
  }

  func select(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let operation = params.string("op").flatMap(SelectEdit.Operation.init) ?? .replace
    let edit = SelectEdit(
      ids: try idsOrAll(params), operation: operation, mode: session.settings.selection)
    return try self.edit(session, edit, ifRevision: params.integer("ifRevision"), call, &result)
  }

  /// The parameter `ids`, or `nil` for `all`; exactly one of them must be there.
  private func idsOrAll(_ params: Params) throws(RPCError) -> [String]? {
    switch (params.ids, params.bool("all")) {
    case (let ids?, false): return ids
    case (nil, true): return nil
    case (_?, true): throw .invalidParams("Say either ids or all, not both.", path: "/all")
    case (nil, false): throw .invalidParams("Say which cells: ids, or all: true.", path: "/ids")
    }
  }

  private static func position(_ node: JSONNode?) -> InsertPosition {
    guard let node else { return .end }
    if let index = node.int64 { return .index(Int(index)) }
    if let before = node.present("before") { return .before(Params.name(before)) }
    if let after = node.present("after") { return .after(Params.name(after)) }
    return node.string == "start" ? .start : .end
  }
}
