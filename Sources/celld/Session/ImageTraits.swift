import CellEngine

/// What a list must know of a cell's image to keep a column for the largest of all.
struct ImageTraits: Sendable {
  /// The size that it asks for, in 1/64 dp: 0 is the profile's own. Above it, whether it is that of a person, or of a contact.
  private var bits: UInt16 = 0

  private static let mostSize = 0x3FFF
  private static let person: UInt16 = 1 << 14
  private static let contact: UInt16 = 1 << 15

  /// The traits of the image of `cell`, if it has one.
  init(of cell: Cell) {
    guard let image = cell.image else { return }
    if let size = image.size { bits = UInt16(max(1, min(size * 64, Double(Self.mostSize)).rounded())) }
    if image.person { bits |= Self.person }
    if cell.kind == .contact { bits |= Self.contact }
  }

  /// What the image asks for.
  var sizes: ImageSizes {
    let size = Double(Int(bits) & Self.mostSize) / 64
    return ImageSizes(
      isContact: bits & Self.contact != 0, isPerson: bits & Self.person != 0, size: size > 0 ? size : nil)
  }
}
