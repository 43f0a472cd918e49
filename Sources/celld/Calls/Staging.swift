import CellProtocol

/// The staged cells of replacements, for each connection. Keeps a session only as long as it has
/// staged cells.
final class Staging {
  /// The sessions for which a connection has staged cells.
  private var sessions: [ConnectionID: [ObjectIdentifier: Session]] = [:]

  /// The number of sessions for which connections have staged cells. A session counts once for each
  /// connection.
  var sessionCount: Int { sessions.values.reduce(0) { $0 + $1.count } }

  /// Keeps cells until the request that commits them.
  func stage(_ cells: CellDecoder.Decoded, for session: Session, _ connection: ConnectionID) {
    session.stage(cells, for: connection)
    sessions[connection, default: [:]][ObjectIdentifier(session)] = session
  }

  /// Removes and returns the staged cells of a connection for a session.
  func take(_ session: Session, _ connection: ConnectionID) -> StagedCells {
    sessions[connection]?[ObjectIdentifier(session)] = nil
    if sessions[connection]?.isEmpty == true { sessions[connection] = nil }
    return session.takeStaged(connection)
  }

  /// Drops the staged cells of a connection for a session.
  func drop(_ session: Session, _ connection: ConnectionID) {
    let cells = take(session, connection)
    if cells.count > 0 { Workers.release(consume cells) }
  }

  /// Drops all staged cells of a connection.
  func closed(_ connection: ConnectionID) {
    for session in sessions[connection, default: [:]].values { drop(session, connection) }
  }

  /// Drops the staged cells of all connections for a session that is deleted.
  func forget(_ session: Session) {
    for connection in Array(session.staged.keys) { drop(session, connection) }
  }
}
