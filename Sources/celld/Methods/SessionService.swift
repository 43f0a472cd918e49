import CellEngine
import CellProtocol
import Logging

/// The methods of protocol.md on sessions. Belongs to the loop.
final class SessionService {
  unowned let server: Server
  let workers: Workers
  let limits: Limits
  let table: SessionTable
  let watches: WatchBoard
  var counters = SessionCounters()
  var pace = Pace()
  /// The sessions for which a connection has staged cells, or had.
  var stagers: [ConnectionID: [Session]] = [:]

  /// - Throws: SystemError where the loop has no room for the handles that notifications need.
  init(_ server: Server, fonts: (any FontSource)? = nil) throws(SystemError) {
    self.server = server
    workers = server.workers
    limits = server.limits
    table = SessionTable(limits: server.limits, fonts: fonts)
    watches = try WatchBoard(server)
    watches.service = self
  }

  /// What the server calls.
  var service: Service {
    var service = Service()
    service.handle = { [self] request, call, result throws(RPCError) in
      try handle(request, call, with: [:], &result)
    }
    service.turnEnds = { [self] in watches.flush() }
    service.connectionWritable = { [self] in watches.writable($0) }
    service.connectionClosed = { [self] in closed($0) }
    service.holdsSessions = { [self] in table.count > 0 }
    service.close = { [self] in watches.close() }
    return service
  }

  /// Answers a request, as far as the fonts that it needs are at hand.
  func answer(_ request: Request, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let params: Params
    do throws(RPCError) {
      params = try (call.params?.value ?? Params.read(request)).get()
    } catch {
      if request.known == .cellsReplace { unstage(Params(failed: request), call) }
      throw error
    }
    guard let method = request.known else { throw .methodNotFound(request.method) }
    switch method {
    case .hello: hello(&result)
    case .ping: result.raw("{}")
    case .discover: result.raw(OpenRPC.document)
    case .stats: stats(call, &result)
    case .sessionCreate: try createSession(params, call, &result)
    case .sessionConfigure: try configureSession(params, call, &result)
    case .sessionInfo: info(try session(params, call), &result)
    case .sessionList: return listSessions(params, call, &result)
    case .sessionDelete: try deleteSession(params, call, &result)
    case .cellsPush: return try push(params, call, &result)
    case .cellsReplace: return try replace(params, call, &result)
    case .cellsPatch: return try patch(params, call, &result)
    case .cellsRemove: return try remove(params, call, &result)
    case .cellsMove: return try move(params, call, &result)
    case .cellsViewed: return try viewed(params, call, &result)
    case .cellsGet: return try get(params, call, &result)
    case .selectionSet: return try select(params, call, &result)
    case .actionInvoke: return try invoke(params, call, &result)
    case .viewSet: try setView(params, call, &result)
    case .viewList: try listViews(params, call, &result)
    case .viewDelete: try deleteView(params, call, &result)
    case .rowsPull: return try pull(params, call, &result)
    case .rowsWatch:
      // Without an id there is no reply that could name the subscription.
      if request.id != nil { return try watch(params, call, &result) }
      result.raw("{}")
    case .rowsUnwatch: try unwatch(params, call, &result)
    case .cellLayout: return try layOutCell(params, call, &result)
    case .headerPull: return try pullHeader(params, call)
    case .lint: return try lint(params, call)
    }
    return .done
  }

  /// The session that the parameters name.
  func session(_ params: Params, _ call: Call) throws(RPCError) -> Session {
    try table.existing(params.name("session") ?? "", for: call.caller.userID)
  }

  private func closed(_ connection: ConnectionID) {
    watches.closed(connection)
    for session in stagers.removeValue(forKey: connection) ?? [] { unstage(session, connection) }
  }
}
