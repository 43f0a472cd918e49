import Locks

/// The open faces. Each face is open only once.
final class FaceTable: Sendable {
  private struct Reference {
    weak var face: Face?
  }

  private let references = Mutex<[Face.Location: Reference]>([:])
  /// The number of entries from which on those of closed faces are removed.
  private static let tidyLimit = 512

  /// The face at a location, which is opened if necessary; `nil` if it cannot be opened.
  func face(at location: Face.Location, family: String) -> Face? {
    references.withLock { references in
      if let face = references[location]?.face { return face }
      guard let face = Face(location, family: family) else { return nil }
      if references.count >= Self.tidyLimit { references = references.filter { $0.value.face != nil } }
      references[location] = Reference(face: face)
      return face
    }
  }
}
