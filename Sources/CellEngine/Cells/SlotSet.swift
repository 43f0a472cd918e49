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
}
