import CellEngine
import CellProtocol

/// The parts of the daemon that methods use. Belongs to the loop.
final class MethodContext {
  unowned let server: Server
  let workers: Workers
  var limits: Limits { server.limits }
  let sessions: SessionTable
  let watches: WatchBoard
  let renderer: RowRenderer
  let edits: EditQueue
  let staging: Staging
  let trimmer: MemoryTrimmer
  let users = UserNames()
  /// The fonts of the machine, or nil if columns have a fixed advance.
  let fonts: (any FontSource)?
  /// The number of calls of rows.pull.
  var pulls: UInt64 = 0

  let journal: Journal
  let loader: SessionLoader
  let revisions: RevisionWaits

  /// - Throws: SystemError if the loop has no room for the handles that notifications need.
  init(
    _ server: Server, fonts: (any FontSource)?, _ journal: Journal, instance: UInt64, firstLayout: UInt64
  ) throws(SystemError) {
    self.server = server
    self.journal = journal
    self.fonts = fonts
    workers = server.workers
    sessions = SessionTable(
      SharedResources(
        limits: server.limits, shares: server.shares, instance: instance, firstLayout: firstLayout,
        hasFonts: fonts != nil))
    renderer = RowRenderer(server)
    watches = try WatchBoard(server, renderer, sessions.shared)
    edits = EditQueue(server, sessions, watches, journal)
    revisions = try RevisionWaits(server.loop)
    loader = SessionLoader(workers, sessions, journal, fonts: fonts, log: server.log)
    let staging = Staging()
    self.staging = staging
    sessions.onDelete = { staging.forget($0) }
    let trimmer = try MemoryTrimmer(workers, server.loop) { [unowned server] in server.statistics.requests }
    self.trimmer = trimmer
    sessions.shared.onFree = { trimmer.note(freed: $0) }
  }
}
