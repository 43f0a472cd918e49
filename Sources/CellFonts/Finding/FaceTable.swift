import Locks

/// The faces that are open, each of them once.
final class FaceTable: Sendable {
  private struct Reference {
    weak var face: Face?
  }

  private let references = Mutex<[Face.Location: Reference]>([:])
  /// From how many entries on those of closed faces are looked for.
  private static let tidyLimit = 512

  /// The face at a place, opened if it is not; `nil` where it cannot be.
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
