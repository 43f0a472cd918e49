import CellEngine
import CellWire

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
  private(set) var shared: SharedSessions?

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
    if journal.isShared { shared = try SharedSessions(self, server.loop, log: server.log) }
  }

  /// Notes that the settings of a session have changed. The watches of users who may not use it any
  /// more end, and their staged cells are dropped.
  func settingsChanged(_ session: Session) {
    if !session.settings.isShared {
      watches.endUnadmitted(session)
      for connection in Array(session.staged.keys) {
        guard let user = server.caller(of: connection)?.userID, !session.admits(userID: user) else {
          continue
        }
        staging.drop(session, connection)
      }
    }
    watches.changedLayouts(of: session)
  }
}
