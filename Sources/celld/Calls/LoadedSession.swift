import CellEngine
import CellStore
import CellWire

/// A session as it was read from a store, by a worker.
struct LoadedSession: Sendable {
  let list: CellList
  let stored: StoredSession
  let settings: SessionSettings
  let views: [StoredView]
  /// The fonts of the views.
  let fonts: LoadedFonts

  /// - Parameter held: what the daemon has of it already.
  init(
    _ session: StoredSession, held: HeldSession? = nil, from store: any SessionStore,
    fonts source: (any FontSource)?
  ) throws(StoreError) {
    (list, stored) = try ListLoader.load(session, held: held, from: store)
    // The keys of a shared store can contradict each other.
    guard stored.owner == session.owner, stored.name.utf8.elementsEqual(session.name.utf8) else {
      let reason =
        "it is listed as \(session.owner)/\(session.name), and kept as \(stored.owner)/\(stored.name)"
      throw StoreError(StoreError.unreadable(session.name, reason).description, cause: .damaged(reason))
    }
    let settings = SessionSettings(stored)
    self.settings = settings
    views = StoredView.read(stored.views).views
    fonts = LoadedFonts(of: views, settings, from: source)
  }
}

extension LoadedFonts {
  /// The fonts of views.
  init(of views: [StoredView], _ settings: SessionSettings, from source: (any FontSource)?) {
    let requests = views.compactMap { Style.fontRequest(of: $0.environment, profile: settings.profile) }
    self = source.map { LoadedFonts(requests, from: $0) } ?? LoadedFonts()
  }
}

extension SessionSettings {
  /// The settings of a stored session.
  init(_ stored: StoredSession) {
    self.init()
    durability = stored.level
    self = SessionSettings.read(stored.settings, changing: self) ?? self
    // Somebody else can have written settings with a level that the store does not have.
    durability = stored.level
  }

  /// Reads settings that the store has; `nil` if they are not valid.
  static func read(_ json: [UInt8], changing settings: SessionSettings) -> SessionSettings? {
    guard let document = try? JSONDocument(json) else { return nil }
    return document.withRoot { root in try? Params(valid: root).settings(changing: settings) }
  }
}
