extension Array {
  /// The number of elements, from `offset` on, before the first whose bytes differ from those of
  /// `others`, from `start` on.
  func commonCount(from offset: Int, _ others: [Element], from start: Int) -> Int {
    let stride = MemoryLayout<Element>.stride
    return withUnsafeBytes { own in
      others.withUnsafeBytes { others in
        let (own, others) = (own[(offset * stride)...], others[(start * stride)...])
        return UnsafeRawBufferPointer(rebasing: own).commonCount(UnsafeRawBufferPointer(rebasing: others))
          / stride
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The number of bytes before the first that differs.
  fileprivate func commonCount(_ other: UnsafeRawBufferPointer) -> Int {
    let most = Swift.min(count, other.count)
    var at = 0
    while at + 8 <= most {
      let own = UInt64(littleEndian: loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let difference = own ^ UInt64(littleEndian: other.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      if difference != 0 { return at + difference.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < most, self[at] == other[at] { at += 1 }
    return at
  }
}
