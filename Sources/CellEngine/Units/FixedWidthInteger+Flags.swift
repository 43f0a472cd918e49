extension FixedWidthInteger {
  /// Whether any of the bits of `flag` is set; setting it sets or clears all of them.
  @inline(__always)
  subscript(flag: Self) -> Bool {
    get { self & flag != 0 }
    set { self = newValue ? self | flag : self & ~flag }
  }
}
