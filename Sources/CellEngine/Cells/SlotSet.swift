/// A set of slots as one word, since every row reads it.
struct SlotSet: Hashable {
  private var bits: UInt32 = 0

  init(_ slots: Set<Slot>) {
    for slot in slots { bits |= 1 << UInt32(slot.index) }
  }

  func contains(_ slot: Slot) -> Bool {
    bits & (1 << UInt32(slot.index)) != 0
  }
}
