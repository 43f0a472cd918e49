/// How each slot is cut, in two bits a slot.
struct SlotTruncations: Hashable {
  private var bits: UInt64 = 0

  /// The modes by the index of the slot in `Slot.allCases`.
  init(_ modes: [TruncationMode]) {
    for (slot, mode) in zip(Slot.allCases, modes) { self[slot] = mode }
  }

  subscript(slot: Slot) -> TruncationMode {
    @inline(__always)
    get { TruncationMode(code: UInt8(truncatingIfNeeded: bits &>> UInt64(slot.index &* 2)) & 3) ?? .tail }
    set {
      let shift = UInt64(slot.index * 2)
      bits = bits & ~(3 << shift) | UInt64(newValue.code) << shift
    }
  }
}
