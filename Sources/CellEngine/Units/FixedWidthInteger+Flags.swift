extension FixedWidthInteger {
  /// Whether any bit of `flag` is set. Assigning to it sets or clears all bits of `flag`.
  @inline(__always)
  subscript(flag: Self) -> Bool {
    get { self & flag != 0 }
    set { self = newValue ? self | flag : self & ~flag }
  }
}
