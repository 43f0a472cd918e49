import CellEngine

/// The columns that one cell needs, except that of its unread mark, in six bytes: a list has a
/// million of them.
struct CellTraits: Sendable {
  /// From the lowest bit: icons (2 bits), image (1), table (1), number (4), status (8), trailing
  /// marks (8). Then object (1), skeleton (1), avatars (4), described objects (2).
  private var bits: UInt32
  /// The size of the image in 1/64 dp, 0 for the size of the profile, and two flags.
  private var image: UInt16 = 0

  private static let mostSize = 0x3FFF
  private static let person: UInt16 = 1 << 14
  private static let contact: UInt16 = 1 << 15

  /// The traits of a cell.
  init(of draft: borrowing CellDraft) {
    self.init(ColumnNeeds(of: draft))
    guard draft.cell.kind.isObject, let image = draft.cell.image else { return }
    if let size = image.size { self.image = UInt16(max(1, min(size * 64, Double(Self.mostSize)).rounded())) }
    if image.person { self.image |= Self.person }
    if draft.cell.kind == .contact { self.image |= Self.contact }
  }

  private init(_ needs: ColumnNeeds) {
    bits =
      UInt32(needs.icons) | (needs.image ? 1 << 2 : 0) | (needs.hasTable ? 1 << 3 : 0)
      | UInt32(needs.number) << 4 | UInt32(needs.status) << 8 | UInt32(needs.trailing.rawValue) << 16
      | (needs.hasObject ? 1 << 24 : 0) | (needs.hasSkeleton ? 1 << 25 : 0)
      | UInt32(min(needs.avatars.extent, 0xF)) << 26 | UInt32(needs.described.rawValue) << 30
  }

  /// Whether the cell is an object, which can be selected.
  var isObject: Bool { bits & 1 << 24 != 0 }

  /// The columns that the cell needs if it is not unread.
  var needs: ColumnNeeds {
    var needs = ColumnNeeds()
    needs.icons = Int(bits & 3)
    needs.image = bits & 1 << 2 != 0
    needs.hasTable = bits & 1 << 3 != 0
    needs.number = Int(bits >> 4 & 0xF)
    needs.status = Int(bits >> 8 & 0xFF)
    needs.hasObject = isObject
    needs.hasSkeleton = bits & 1 << 25 != 0
    needs.avatars = AvatarGroup(extent: Int(bits >> 26 & 0xF))
    needs.described = DescribedObjects(rawValue: UInt8(bits >> 30))
    needs.trailing = TrailingMarks(rawValue: UInt8(truncatingIfNeeded: bits >> 16))
    if needs.image {
      let size = Double(Int(image) & Self.mostSize) / 64
      needs.imageSizes = ImageSizes(
        isContact: image & Self.contact != 0, isPerson: image & Self.person != 0, size: size > 0 ? size : nil)
    }
    return needs
  }
}
