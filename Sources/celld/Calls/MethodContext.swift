import CellEngine
import CellProtocol

/// The parts of the daemon that methods use. Belongs to the loop.
final class MethodContext {
  unowned let server: Server
  let workers: Workers
  let limits: Limits
  let sessions: SessionTable
  let watches: WatchBoard
  let renderer: RowRenderer
  let edits: EditQueue
  let staging: Staging
  let trimmer: MemoryTrimmer
  /// The fonts of the machine, or nil if columns have a fixed advance.
  let fonts: (any FontSource)?
  /// The number of calls of rows.pull.
  var pulls: UInt64 = 0

  /// - Throws: SystemError if the loop has no room for the handles that notifications need.
  init(_ server: Server, fonts: (any FontSource)?) throws(SystemError) {
    self.server = server
    self.fonts = fonts
    workers = server.workers
    limits = server.limits
    sessions = SessionTable(SharedResources(limits: server.limits, hasFonts: fonts != nil))
    renderer = RowRenderer(server)
    watches = try WatchBoard(server, renderer)
    edits = EditQueue(server, sessions, watches)
    let staging = Staging()
    self.staging = staging
    sessions.onDelete = { staging.forget($0) }
    let trimmer = try MemoryTrimmer(workers, server.loop) { [unowned server] in server.statistics.requests }
    self.trimmer = trimmer
    sessions.shared.onFree = { trimmer.note(freed: $0) }
  }
}
