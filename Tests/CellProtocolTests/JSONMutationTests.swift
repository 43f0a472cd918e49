import Testing

@testable import CellProtocol
@testable import CellWire

/// A generator with the same numbers in every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Damaged lines") struct JSONMutationTests {
  private static let texts: [[UInt8]] = [
    #"{"id":1,"method":"cells.push","params":{"session":"s","cells":[{"id":"a","title":"A\u00e9\ud83d\ude00"}]}}"#,
    #"[1,-2.5e-3,0,"a\n",{"a":{"b":[]},"c":null},true,false, [ [ ] ] ]"#, #"{"é":"漢字 😀","":"\"\\\/"}"#,
    #"{"params":{"width":null,"titleLines":2},"id":"x","method":"view.set"}"#,
  ].map { Array($0.utf8) }

  private static let pieces: [[UInt8]] =
    "{}[]:,\"\\ \r\n09eE+-.tfn/".utf8.map { [$0] }
    + [[0], [0x1F], [0x7F], [0x80], [0xC3, 0xA9], [0xED, 0xA0, 0x80], [0xFF]]
    + ["\\u", "\\ud83d", "null", "1e999", "[]", "\"id\":1,", "\u{2028}"].map { Array($0.utf8) }

  private func damaged(_ generator: inout SeededGenerator) -> [UInt8] {
    var text = Self.texts.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let start = Int.random(in: 0...text.count, using: &generator)
      let end = min(text.count, start + Int.random(in: 0...4, using: &generator))
      let piece = Bool.random(using: &generator) ? Self.pieces.randomElement(using: &generator) ?? [] : []
      text.replaceSubrange(start..<end, with: piece)
    }
    return text
  }

  @Test("are rejected at one of their bytes, or have the same value again", arguments: 0..<8 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    var taken = 0
    for _ in 0..<2000 {
      let text = damaged(&generator)
      do {
        let value = try JSON(parsing: text)
        #expect(try JSON(parsing: value.text) == value)
        taken += 1
      } catch {
        #expect(error.offset <= text.count)
        #expect(!error.sentence.isEmpty)
      }
    }
    #expect(taken > 0)
  }

  @Test("are a request or an error", arguments: 8..<12 as Range<UInt64>)
  func requests(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    for _ in 0..<1000 {
      guard let document = try? JSONDocument(damaged(&generator)) else { continue }
      document.withRoot { root in
        switch Request.read(root) {
        case .success(let request):
          do throws(RPCError) { try request.known?.description.validate(request.params) } catch {
            #expect(error.kind == .invalidParams)
          }
        case .failure(let invalid): #expect(invalid.error.kind == .invalidRequest)
        }
      }
    }
  }
}
