import CellEngine

/// What texts of a role are set in: faces, and a size.
struct TextStyle: Sendable {
  /// Stands for it in what is kept of words.
  let id: UInt32
  let faces: FaceList
  /// In 1/64 pt.
  let size: Double
  let ascent: Int32
  let descent: Int32
  /// The advance of U+0020, as words are measured.
  let space: Int32

  init(id: UInt32, faces: FaceList, points: Double) {
    self.id = id
    self.faces = faces
    size = points * 64
    let scale = size / faces.primary.unitsPerEm
    ascent = Int32((faces.primary.ascent * scale).rounded())
    descent = Int32((faces.primary.descent * scale).rounded())
    space = Int32((faces.primary.advance(of: 0x20) * scale * Double(MeasuredWord.fineness)).rounded())
  }

  /// Whether common letters, ideographs and emoji may be wider than 16 bits can tell.
  var isLarge: Bool { size > 32 * 64 }

  /// What lengths in the units of a face are multiplied with.
  func scale(_ face: Face) -> Double { size / face.unitsPerEm }
}
