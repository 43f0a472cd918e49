import CellEngine
import CellWire

/// The properties of a session at one moment, for clients.
struct SessionSnapshot: Sendable {
  private let name: String
  private let owner: UInt32
  private let ownerName: String
  private let settings: SessionSettings
  private let count: Int
  private let revision: UInt64
  private let bytes: Int
  private let views: [String]

  /// The current properties of `session`.
  init(_ session: Session, ownerName: String) {
    name = session.name
    owner = session.owner
    self.ownerName = ownerName
    settings = session.settings
    count = session.count
    revision = session.revision
    bytes = session.byteCount
    views = session.viewNames
  }

  /// Writes an object.
  func write(to result: inout JSONWriter) {
    result.object { result in
      result.name("session")
      result.string(name)
      result.name("owner")
      result.integer(owner)
      result.name("ownerName")
      result.string(ownerName)
      settings.writeMembers(to: &result)
      result.name("count")
      result.integer(count)
      result.name("revision")
      result.integer(revision)
      result.name("bytes")
      result.integer(bytes)
      result.name("views")
      result.array { result in for view in views { result.string(view) } }
    }
  }

  /// The maximum number of bytes that are written. Names may need escapes, the rest has a bound.
  var byteBound: Int {
    2 * (name.utf8.count + ownerName.utf8.count) + settings.selectionActions.json.count
      + views.reduce(Self.fixedBytes) { $0 + 2 * $1.utf8.count + 3 }
  }

  /// The bytes of an object with empty names and the longest numbers and settings.
  private static let fixedBytes = 450
}
