import CellEngine
import CellProtocol

/// The properties of a session at one moment, for clients.
struct SessionSnapshot: Sendable {
  private let name: String
  private let owner: UInt32
  private let settings: SessionSettings
  private let count: Int
  private let revision: UInt64
  private let bytes: Int
  private let views: [String]

  /// The current properties of `session`.
  init(_ session: Session) {
    name = session.name
    owner = session.owner
    settings = session.settings
    count = session.list.count
    revision = session.revision
    bytes = session.list.summary.bytes
    views = session.viewNames
  }

  /// Writes an object.
  func write(to result: inout JSONWriter) {
    result.object { result in
      result.name("session")
      result.string(name)
      result.name("owner")
      result.integer(owner)
      result.name("profile")
      result.string(settings.profile.name)
      result.name("selection")
      result.string(settings.selection.rawValue)
      result.name("preserve")
      switch settings.preserve {
      case .auto: result.string("auto")
      case .slots(let slots): result.array { result in for slot in slots { result.string(slot.rawValue) } }
      }
      result.name("shared")
      result.bool(settings.isShared)
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

  /// Writes the result of session.list.
  static func write(_ infos: [SessionSnapshot], to result: inout JSONWriter) {
    result.object { result in
      result.name("sessions")
      result.array { result in for info in infos { info.write(to: &result) } }
    }
  }
}
