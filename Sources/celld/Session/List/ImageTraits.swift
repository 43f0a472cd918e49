import CellEngine

/// The properties of a cell's image that decide the width of the image column of its list.
struct ImageTraits: Sendable {
  /// The size in 1/64 dp, 0 for the size of the profile, and two flags for the image of a person
  /// and of a contact.
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

  /// The sizes that the image needs.
  var sizes: ImageSizes {
    let size = Double(Int(bits) & Self.mostSize) / 64
    return ImageSizes(
      isContact: bits & Self.contact != 0, isPerson: bits & Self.person != 0, size: size > 0 ? size : nil)
  }
}
