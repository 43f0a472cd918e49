/// What is shown of a UTF-8 text that may hold any characters: the one place where hostile
/// characters are disarmed.
///
/// | in the text | shown |
/// |---|---|
/// | line feed, CR LF, CR, VT, FF, NEL, LS, PS | a line feed, which layout breaks at |
/// | tab | a space |
/// | other C0, DEL | their control pictures, U+2400…U+2421: `␛[31m` |
/// | C1, noncharacters, U+FEFF, interlinear annotation, U+206A…U+206F, reserved ignorables | `�` |
/// | tags (U+E0020…U+E007F) | as they are in emoji sequences, else `�` |
/// | embeddings, isolates | as they are, closed at the end of their line; from the 16th level on, nothing |
/// | overrides (U+202D, U+202E) | nothing: they make a text read otherwise than it is |
/// | U+202C and U+2069 that close nothing, or an override | nothing |
/// | marks, joiners and conjoining Jamo of a cluster beyond the 32nd | nothing |
/// | a mark of a width at the beginning of a line, which would join the space in front of it, or behind a soft hyphen | U+00A0 and the mark |
/// | all else | as it is: no-break spaces, joiners, soft hyphens, directional marks, private use |
public enum DisplayText {
  /// Whether all bytes are printable ASCII (0x20…0x7E).
  @inline(__always)
  public static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var others: UInt8 = 0
    for byte in bytes { others |= byte &- 0x20 > 0x5E ? 1 : 0 }
    return others == 0
  }

  /// Whether a text to display is white space alone, so that nothing of it would be seen.
  @inline(__always)
  static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let first = bytes.first, first > 0x20, first < 0x80 { return false }
    return isWhiteSpace(bytes)
  }

  @inline(never)
  private static func isWhiteSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      guard isWhiteSpace(scalar.value) else { return false }
      index &+= scalar.byteCount
    }
    return true
  }

  /// White_Space of PropList.txt, to which nothing was added since Unicode 3.0.
  private static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// The bytes to display, or `nil` where `bytes` can be shown as they are.
  public static func display(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard isSuspicious(bytes) else { return nil }
    var steps = DisplaySteps(of: bytes)
    var display: [UInt8] = []
    display.reserveCapacity(bytes.count + 16)
    var isChanged = false
    while let step = steps.next() {
      switch step.shown {
      case .source: display.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[step.source]))
      case .scalar(let scalar): display.append(contentsOf: UTF8Scalar.encoded(scalar))
      case .nothing: break
      }
      if step.shown != .source { isChanged = true }
    }
    return isChanged ? display : nil
  }

  /// The bytes to display where a text has one line, whatever the room: line breaks are spaces
  /// there, and at the end nothing. `nil` where `bytes` can be shown as they are.
  static func lineDisplay(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard var display = display(of: bytes) ?? (bytes.contains(0x0A) ? Array(bytes) : nil) else { return nil }
    while display.last == 0x0A { display.removeLast() }
    return display.map { $0 == 0x0A ? 0x20 : $0 }
  }

  /// Where a range of the display text of `bytes` is in `bytes`: what stands in place of something
  /// stands for all of it.
  static func originalRange(
    of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    guard isSuspicious(bytes) else { return range.clamped(to: 0..<bytes.count) }
    var steps = DisplaySteps(of: bytes)
    var shown = 0
    var lower: Int?
    var upper = 0
    while shown < range.upperBound, let step = steps.next() {
      let next = shown + step.byteCount
      if lower == nil, next > range.lowerBound { lower = step.source.lowerBound }
      upper = step.source.upperBound
      shown = next
    }
    // What is left out after a range belongs to it.
    while let step = steps.next(), step.byteCount == 0 { upper = step.source.upperBound }
    return min(lower ?? upper, upper)..<upper
  }

  /// Whether a cluster of a text has more marks than are shown.
  static func dropsMarks(of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ClusterMarks.mayExceedLimit(in: bytes) else { return false }
    var steps = DisplaySteps(of: bytes)
    while !steps.hasDroppedMarks, steps.next() != nil {}
    return steps.hasDroppedMarks
  }

  /// Whether there may be something that cannot be shown as it is. Never misses; the few texts that
  /// it suspects wrongly cost a closer look.
  @inline(__always)
  private static func isSuspicious(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = bytes.count
    var found: UInt8 = DisplaySteps.beginsWithMark(bytes) ? 1 : 0
    var index = 0
    while index < count &- 2 {
      found |= suspicion(bytes[index], bytes[index &+ 1], bytes[index &+ 2])
      index &+= 1
    }
    while index < count {
      let second = index &+ 1 < count ? bytes[index &+ 1] : 0
      found |= suspicion(bytes[index], second, 0)
      index &+= 1
    }
    return found != 0 || ClusterMarks.mayExceedLimit(in: bytes)
  }

  /// Whether a hostile character may begin with these bytes; without branches, so that loops over
  /// it vectorise.
  @inline(__always)
  private static func suspicion(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt8 {
    let control: UInt8 = (first < 0x20 && first != 0x0A) || first == 0x7F ? 1 : 0
    let c1: UInt8 = first == 0xC2 && second < 0xA0 ? 1 : 0
    // U+2028…U+2032 and U+2065…U+206F; an ellipsis is before them.
    let least = 0xA8 &- (second & 1) &* 3
    let punctuation: UInt8 = first == 0xE2 && second & 0xFE == 0x80 && third &- least < 11 ? 1 : 0
    let lineStart: UInt8 = first == 0x0A && second >= 0xC0 ? 1 : 0
    let zeroSpace: UInt8 = first == 0xE2 && second == 0x80 && third == 0x8B ? 1 : 0
    let softHyphen: UInt8 = first == 0xC2 && second == 0xAD && third >= 0xE0 ? 1 : 0
    let specials: UInt8 = first == 0xEF && (second == 0xB7 || second == 0xBB || second == 0xBF) ? 1 : 0
    let lastOfPlane: UInt8 = first == 0xBF && second & 0xFE == 0xBE ? 1 : 0
    let plane14: UInt8 = first == 0xF3 ? 1 : 0
    return control | c1 | punctuation | lineStart | zeroSpace | softHyphen | specials | lastOfPlane | plane14
  }
}
