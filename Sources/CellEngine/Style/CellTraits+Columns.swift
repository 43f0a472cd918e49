extension CellTraits {
  private static let mostSize = 0x3FFF
  private static let person: UInt16 = 1 << 14
  private static let contact: UInt16 = 1 << 15

  /// The traits of the cell of a record.
  init(of record: RecordFields) {
    let needs = ColumnNeeds(of: record)
    bits =
      UInt32(needs.icons) | (needs.image ? 1 << 2 : 0) | (needs.hasTable ? 1 << 3 : 0)
      | UInt32(needs.number) << 4 | UInt32(needs.status) << 8 | UInt32(needs.trailing.rawValue) << 16
      | (needs.hasObject ? 1 << 24 : 0) | (needs.hasSkeleton ? 1 << 25 : 0)
      | UInt32(min(needs.avatars.extent, 0xF)) << 26 | UInt32(needs.described.rawValue) << 30
    let sizes = needs.imageSizes
    let asked = sizes.persons.isEmpty ? sizes.objects : sizes.persons
    guard needs.image else {
      image = 0
      return
    }
    let size = asked.standard ? 0 : UInt16(max(1, min(asked.largest * 64, Double(Self.mostSize)).rounded()))
    image = size | (sizes.persons.isEmpty ? 0 : Self.person) | (sizes.hasContact ? Self.contact : 0)
  }

  /// The columns that the cell needs if it is not unread.
  public var needs: ColumnNeeds {
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
    needs.setTable()
    if needs.image {
      let size = Double(Int(image) & Self.mostSize) / 64
      needs.imageSizes = ImageSizes(
        isContact: image & Self.contact != 0, isPerson: image & Self.person != 0, size: size > 0 ? size : nil)
    }
    return needs
  }
}
