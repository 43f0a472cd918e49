import FuzzChecks
import Testing

@Suite("Pictures of anything")
struct ArbitraryPictureTests {
  /// Pieces of markup, and characters that parsers often handle wrongly.
  private static let snippets = [
    "<script>", "</svg>", "\"'&;", "<!--", "]]>", "javascript:", "&#0;", "\u{0}\u{1B}[31m", "\u{FFFE}",
    "\u{5FFFF}",
    "\u{202E}",
    "العربية", "ポンプ", "👩‍👩‍👧", "a b",
  ].map { Array($0.utf8) }

  @Test(arguments: 1...8)
  func areWellFormed(seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(bound))
    }
    for _ in 0..<60 {
      var input = (0..<40).map { _ in UInt8(next(256)) }
      while input.count < 500 {
        input +=
          next(3) == 0 ? Self.snippets[next(Self.snippets.count)] : [UInt8(next(24)), UInt8(next(256))]
      }
      input.withUnsafeBufferPointer { bytes in
        #expect(throws: Never.self) { try FuzzTarget.pictures.check(bytes) }
      }
    }
  }
}
