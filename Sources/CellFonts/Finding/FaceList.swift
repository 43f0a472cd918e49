import CHarfBuzz
import Glibc
import Locks

/// The faces of one family and weight, then the fallback faces, in fontconfig's order. A browser
/// with the same `font-family` list chooses the same faces.
///
/// A face is opened when the first text needs it. Faces with colours come after all others. Only
/// emoji try them first (UTS #51, emoji presentation).
final class FaceList: Sendable {
  /// Identifies the list in the cache of words.
  let id: UInt32
  private let sorted: SortedFonts
  private let faces: FaceTable
  /// The index in `entries` of the first face with colours.
  private let firstColored: Int
  private let entries: [SortedFonts.Entry]
  private let opened: Mutex<[Opening]>

  private enum Opening {
    case untried, failed
    case face(Face)
  }

  /// The first face, which covers most of the text.
  let primary: Face
  /// Whether the primary face has all of printable ASCII.
  let coversASCII: Bool
  /// The features of the primary face that change no text of printable ASCII, turned off.
  let inert: [hb_feature_t]
  /// Whether spaces of the primary face are only kerned with the characters next to them.
  let kernsSpacesOnly: Bool
  /// The files of the first faces, each with its size and the time of its last change.
  let version: String
  /// The number of faces in ``version``. Further ones are used for rare characters only.
  private static let versioned = 32

  /// Makes a list from sorted fonts. Returns `nil` if no font of the family `family` can be opened.
  /// If `family` is `nil`, any font without colours can be the first.
  init?(_ sorted: SortedFonts, family: String?, id: UInt32, faces: FaceTable) {
    let wanted = sorted.entries.firstIndex {
      guard family.map($0.isNamed) ?? !$0.isColored, let place = sorted.location(of: $0) else { return false }
      return faces.face(at: place, family: $0.families[0]) != nil
    }
    guard let wanted, let place = sorted.location(of: sorted.entries[wanted]),
      let primary = faces.face(at: place, family: sorted.entries[wanted].families[0])
    else { return nil }
    var rest = sorted.entries
    let first = rest.remove(at: wanted)
    let plain = [first] + rest.filter { !$0.isColored }
    entries = plain + rest.filter(\.isColored)
    firstColored = plain.count
    self.id = id
    self.sorted = sorted
    self.primary = primary
    coversASCII = (0x20..<0x7F).allSatisfy(primary.has)
    inert = InertFeatures.inASCII(of: primary)
    kernsSpacesOnly = SpacePairs.areOnlyKerned(in: primary)
    self.faces = faces
    var openings = entries.map { _ in Opening.untried }
    openings[0] = .face(primary)
    opened = Mutex(openings)
    version = entries.prefix(Self.versioned).compactMap { sorted.location(of: $0).map(Self.version) }
      .joined(separator: "|")
  }

  private static func version(of location: Face.Location) -> String {
    var status = stat()
    guard stat(location.file, &status) == 0 else { return location.file }
    return
      "\(location.file)#\(location.index)\(location.variations) \(status.st_size) \(status.st_mtim.tv_sec)"
  }

  /// Whether the first face is of this family.
  func isNamed(_ family: String) -> Bool { entries[0].isNamed(family) }

  /// The names of the families, in order.
  var families: [String] { entries.map { $0.families[0] } }

  /// Whether an entry has colours.
  func isColored(_ index: Int) -> Bool { index >= firstColored }

  /// The face of an entry, which is opened if necessary; `nil` if it cannot be opened.
  func face(_ index: Int) -> Face? {
    if index == 0 { return primary }
    return opened.withLock { opened in
      switch opened[index] {
      case .face(let face): return face
      case .failed: return nil
      case .untried:
        let face = sorted.location(of: entries[index]).flatMap {
          faces.face(at: $0, family: entries[index].families[0])
        }
        opened[index] = face.map(Opening.face) ?? .failed
        return face
      }
    }
  }

  /// The index of the first face, from `start` on, that has a glyph for a scalar.
  func firstIndex(covering scalar: UInt32, from start: Int) -> Int? {
    if start == 0, primary.has(scalar) { return 0 }
    return entries.withUnsafeBufferPointer { entries in
      var index = max(1, start)
      // A closure for each entry took half of the time.
      while index < entries.count {
        if entries[index].has(scalar), face(index) != nil { return index }
        index += 1
      }
      return nil
    }
  }

  /// The index of the face that draws a cluster: the first that covers all of it, else the first
  /// that covers its base, else 0. `nil` if the cluster has only scalars without a glyph.
  ///
  /// - Parameter startingAt: the index of the first face that has the base; `nil` if it is not
  ///   known.
  func index(for cluster: UnsafeBufferPointer<UInt32>, isEmoji: Bool, startingAt known: Int?) -> Int? {
    guard let base = cluster.first(where: { !Face.isIgnorable($0) }) else { return nil }
    if isEmoji, let index = search(cluster, base, from: firstColored).covering { return index }
    let found = search(cluster, base, from: known ?? 0)
    return found.covering ?? found.base ?? 0
  }

  private func search(
    _ cluster: UnsafeBufferPointer<UInt32>, _ base: UInt32, from start: Int
  ) -> (covering: Int?, base: Int?) {
    var first: Int?
    var next = start
    while next < entries.count, let index = firstIndex(covering: base, from: next) {
      first = first ?? index
      if face(index)?.covers(cluster) == true { return (index, first) }
      next = index + 1
    }
    return (nil, first)
  }
}
