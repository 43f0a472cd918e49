import CellProtocol

/// The cells of replacements that came in part, by connection.
final class Staging {
  /// The sessions for which a connection has staged cells, or had.
  private var sessions: [ConnectionID: [Session]] = [:]

  /// Keeps cells until the request that commits them.
  func stage(_ cells: CellDecoder.Decoded, for session: Session, _ connection: ConnectionID) {
    session.stage(cells, for: connection)
    if !(sessions[connection] ?? []).contains(where: { $0 === session }) {
      sessions[connection, default: []].append(session)
    }
  }

  /// Drops the cells that a connection has staged for a session.
  func drop(_ session: Session, _ connection: ConnectionID) {
    let cells = session.takeStaged(connection)
    if cells.count > 0 { Workers.release(consume cells) }
  }

  /// Drops everything that a connection has staged.
  func closed(_ connection: ConnectionID) {
    for session in sessions.removeValue(forKey: connection) ?? [] { drop(session, connection) }
  }
}
