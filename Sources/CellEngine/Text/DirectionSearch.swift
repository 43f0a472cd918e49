/// The search for the first strong character outside of isolates (UAX #9, P2 and P3).
enum DirectionSearch {
  /// The direction of a text. That of most is the direction of its first scalar.
  @inline(__always)
  static func direction(of text: UnsafeBufferPointer<UInt8>, _ data: UnicodeData) -> TextDirection {
    guard let first = text.first else { return .neutral }
    if first.isASCIILetter { return .leftToRight }
    if first >= 0x80 {
      let scalar = data.lookUp(in: text, at: 0)
      let direction = data.properties(scalar.number).direction
      if direction != .neutral { return direction }
    }
    return directionOfRest(text, data)
  }

  @inline(never)
  private static func directionOfRest(
    _ text: UnsafeBufferPointer<UInt8>, _ data: UnicodeData
  ) -> TextDirection {
    var isolates = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        // Of ASCII, letters alone have a direction.
        if isolates == 0, byte.isASCIILetter { return .leftToRight }
        index &+= 1
        if index &+ 8 <= text.count {
          index &+= ByteBlock(text, at: index).lettersAndBeyondASCII.trailingZeroBitCount &>> 3
        }
        continue
      }
      let scalar = data.lookUp(in: text, at: index)
      switch data.properties(scalar.number).strong {
      case 1 where isolates == 0: return .leftToRight
      case 2 where isolates == 0: return .rightToLeft
      case 3: isolates += 1
      case 4: isolates = max(0, isolates - 1)
      default: break
      }
      index += scalar.byteCount
    }
    return .neutral
  }
}
