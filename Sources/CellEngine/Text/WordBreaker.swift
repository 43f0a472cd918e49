/// UAX #29 word boundaries, found one after the other from the beginning of a range.
struct WordBreaker {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let data: UnicodeData
  /// The byte offset of the last boundary, or of the start of the search.
  private(set) var index: Int
  // The classes before `index`: the last that WB4 does not skip, the one before that, and the last
  // of all.
  private var before = WordClass.other
  private var beforeThat = WordClass.other
  private var last = WordClass.other
  private var flagIsOpen = false
  private var isFirst = true

  /// Finds boundaries after `start`, which counts as the start of text.
  init(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    data = UnicodeData.shared
    index = start
  }

  /// Finds boundaries from a position at or before `place` on: after the last space, but at most
  /// 256 bytes before `place`. That way the boundaries of a word do not depend on `place`.
  init(in bytes: UnsafeBufferPointer<UInt8>, around place: Int) {
    var start = place
    while start > 0, start > place - 256, bytes[start - 1] > 0x20 { start -= 1 }
    while start < place, bytes[start] & 0xC0 == 0x80 { start += 1 }
    self.init(in: bytes, from: start)
  }

  /// Returns the next boundary as a byte offset, up to the end of the text; `nil` after that.
  mutating func next() -> Int? {
    guard index < bytes.count else { return nil }
    take()
    while index < bytes.count, !isBoundary { take() }
    return index
  }

  /// Moves over the scalar at `index`.
  private mutating func take() {
    let scalar = UTF8Scalar(in: bytes, at: index)
    let current = data.properties(of: scalar.value).word
    index += scalar.byteCount
    let isSkipped = current.isIgnored && !before.isLineEnd && !isFirst  // WB4
    last = current
    isFirst = false
    if isSkipped { return }
    flagIsOpen = current == .regionalIndicator && !(before == .regionalIndicator && flagIsOpen)
    beforeThat = before
    before = current
  }

  private var isBoundary: Bool {
    let scalar = UTF8Scalar(in: bytes, at: index)
    let properties = data.properties(of: scalar.value)
    let current = properties.word
    if last == .carriageReturn && current == .lineFeed { return false }  // WB3
    if last.isLineEnd || current.isLineEnd { return true }  // WB3a, WB3b
    if last == .joiner && properties.isPictographic { return false }  // WB3c
    if last == .space && current == .space { return false }  // WB3d
    if current.isIgnored { return false }  // WB4
    let behind = index + scalar.byteCount
    switch current {
    case .letter, .hebrewLetter:
      // WB5, WB10, WB13b, WB7, WB7c
      if before.isLetter || before == .numeric || before == .extendNumLet { return false }
      if before.isInsideLetters && beforeThat.isLetter { return false }
      return !(before == .doubleQuote && beforeThat == .hebrewLetter && current == .hebrewLetter)
    case .numeric:
      // WB8, WB9, WB13b, WB11
      if before == .numeric || before.isLetter || before == .extendNumLet { return false }
      return !(before.isInsideNumbers && beforeThat == .numeric)
    case .katakana: return before != .katakana && before != .extendNumLet  // WB13, WB13b
    case .extendNumLet:
      // WB13a
      return !(before.isLetter || before == .numeric || before == .katakana || before == .extendNumLet)
    case .regionalIndicator: return !(before == .regionalIndicator && flagIsOpen)  // WB15, WB16
    case .singleQuote where before == .hebrewLetter: return false  // WB7a
    // WB7b
    case .doubleQuote where before == .hebrewLetter: return following(behind) != .hebrewLetter
    default: break
    }
    if before.isLetter, current.isInsideLetters { return !following(behind).isLetter }  // WB6
    if before == .numeric, current.isInsideNumbers { return following(behind) != .numeric }  // WB12
    return true
  }

  /// The first class from `index` on that WB4 does not skip.
  private func following(_ index: Int) -> WordClass {
    var index = index
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      let current = data.properties(of: scalar.value).word
      if !current.isIgnored { return current }
      index += scalar.byteCount
    }
    return .other
  }
}
