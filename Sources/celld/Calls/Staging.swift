import CellProtocol

/// The staged cells of replacements, for each connection.
final class Staging {
  /// The sessions for which a connection has staged cells, now or earlier.
  private var sessions: [ConnectionID: [Session]] = [:]

  /// Keeps cells until the request that commits them.
  func stage(_ cells: CellDecoder.Decoded, for session: Session, _ connection: ConnectionID) {
    session.stage(cells, for: connection)
    if !(sessions[connection] ?? []).contains(where: { $0 === session }) {
      sessions[connection, default: []].append(session)
    }
  }

  /// Drops the staged cells of a connection for a session.
  func drop(_ session: Session, _ connection: ConnectionID) {
    let cells = session.takeStaged(connection)
    if cells.count > 0 { Workers.release(consume cells) }
  }

  /// Drops all staged cells of a connection.
  func closed(_ connection: ConnectionID) {
    for session in sessions.removeValue(forKey: connection) ?? [] { drop(session, connection) }
  }
}
