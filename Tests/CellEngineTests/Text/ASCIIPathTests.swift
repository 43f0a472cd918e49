import Testing

@testable import CellEngine

/// Text of printable ASCII has no marks, and is laid out from its bytes; it must come out as it does with marks.
@Suite struct ASCIIPathTests {
  @Test func generatedTexts() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<100 { check(TextSamples.generated(&random, from: TextSamples.asciiPieces)) }
  }

  @Test func realTexts() throws {
    let texts = try TextSamples.corpus("debian").filter { text in
      text.withUnsafeBufferPointer { DisplayText.isPrintableASCII($0) }
    }
    #expect(texts.count > 100)
    for text in texts.prefix(30) { check(Array(text.prefix(300))) }
  }

  @Test func everyPairAndTriple() {
    let bytes = Array(" a0\"'(){}[]!?,.:;/-$+\\%|<".utf8)
    for first in bytes {
      for second in bytes {
        for third in bytes { checkBreaks(Array("w".utf8) + [first, second, third] + Array("1".utf8)) }
      }
    }
  }

  @Test func everySequenceOfFourThatNumbersDependOn() {
    let bytes = Array(" a0(){,/-$%".utf8)
    for first in bytes {
      for second in bytes {
        for third in bytes {
          for fourth in bytes { checkBreaks([first, second, third, fourth, 0x30]) }
        }
      }
    }
  }

  /// The opportunities between all bytes.
  private func checkBreaks(_ bytes: [UInt8]) {
    let text = OwnedText(bytes, WidthModel())
    bytes.withUnsafeBufferPointer { buffer in
      for index in 1..<bytes.count {
        let local = ASCIILineBreak.isAllowed(before: index, in: buffer)
        #expect(
          local == text.marks[index - 1].allowsBreakAfter,
          "\(String(decoding: bytes, as: UTF8.self)) \(index)")
      }
    }
  }

  private func check(_ bytes: [UInt8]) {
    let text = OwnedText(bytes, WidthModel())
    let ellipsis = PreparedEllipsis(Array("…".utf8), metrics: text.metrics)
    bytes.withUnsafeBufferPointer { buffer in
      let run = TextRun(ascii: buffer, asciiAdvance: 1)
      let others: [TruncationMode] = [.head, .middle, .none]
      for mode in [.tail, others[bytes.count % others.count]] {
        let unit: TruncationUnit = bytes.count % 2 == 0 ? .cluster : .word
        let truncation = Truncation(mode: mode, unit: unit, ellipsis: ellipsis)
        for width in Int32(0)...200 {
          for maximumLines in mode == .tail ? [0, 1, 3] : [1, 2] {
            let fast = Wrapped(run, width, maximumLines, truncation)
            let general = text.wrapped(width, maximumLines, truncation)
            #expect(fast == general, "\(String(decoding: bytes, as: UTF8.self).debugDescription) at \(width)")
            if fast != general { return }
          }
        }
      }
    }
  }
}
