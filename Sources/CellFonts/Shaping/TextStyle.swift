import CellEngine

/// The faces and the size of the texts of a role.
///
/// A class, because a structure of six members was copied for each text.
final class TextStyle: Sendable {
  /// Identifies the style in the cache of words.
  let id: UInt32
  let faces: FaceList
  /// The size in 1/64 pt.
  let size: Double
  let ascent: Int32
  let descent: Int32
  /// The exact advance of U+0020, in 1/16 of a layout unit.
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

  /// The factor from the units of a face to layout units.
  func scale(_ face: Face) -> Double { size / face.unitsPerEm }
}
