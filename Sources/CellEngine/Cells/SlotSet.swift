/// A set of slots as one word, since every row reads it.
struct SlotSet: OptionSet, Hashable {
  var rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }
  init(_ slots: Slot...) { rawValue = slots.reduce(0) { $0 | Self.bit(of: $1) } }

  @inline(__always)
  func contains(_ slot: Slot) -> Bool { rawValue & Self.bit(of: slot) != 0 }
  mutating func insert(_ slot: Slot) { rawValue |= Self.bit(of: slot) }
  mutating func remove(_ slot: Slot) { rawValue &= ~Self.bit(of: slot) }

  @inline(__always)
  private static func bit(of slot: Slot) -> UInt32 { 1 << UInt32(slot.index) }

  /// The slots of the members of cells, by the tags that begin their fields. It is plain memory,
  /// which is never given back.
  nonisolated(unsafe) static let byTag: UnsafePointer<SlotSet> = {
    var slots = [SlotSet](repeating: [], count: 64)
    for member in CellMember.members(of: .cell) {
      if let slot = member.slot { slots[Int(member.tag)].insert(slot) }
    }
    return ObjectTable.memory(slots)
  }()
}
