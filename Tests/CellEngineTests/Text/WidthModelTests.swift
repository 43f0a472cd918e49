import Foundation
import Testing

@testable import CellEngine

@Suite struct WidthModelTests {
  /// Columns in the models grapheme and wcwidth, and what is added to either where ambiguous is wide.
  @Test(
    arguments: [
      ("a", 1, 1, 0), ("漢", 2, 2, 0), ("ｶ", 1, 1, 0), ("Ａ", 2, 2, 0), ("한", 2, 2, 0), ("…", 1, 1, 1),
      ("é", 1, 1, 1),
      ("e\u{301}", 1, 1, 0), ("\u{1112}\u{1161}\u{11AB}", 2, 2, 0), ("кофе", 4, 4, 4), ("नमस्ते", 4, 4, 0),
      ("กำ", 2, 2, 0), ("😀", 2, 2, 0), ("👍🏽", 2, 4, 0), ("👩‍👩‍👧‍👦", 2, 8, 0), ("🏳️‍🌈", 2, 3, 0), ("🇩🇪", 2, 2, 0),
      ("🇩", 1, 1, 0), ("🏻", 2, 2, 0), (" 🏻", 3, 3, 0), ("🕵🏾", 2, 3, 0), ("❤", 1, 1, 0), ("❤️", 2, 1, 0),
      ("❤‍🔥", 2, 3, 0), ("1️⃣", 2, 1, 0), ("⌚", 2, 2, 0),
      ("⌚︎", 1, 2, 0),
      ("\u{200B}\u{2060}\u{FEFF}", 0, 0, 0), ("\u{AD}", 0, 0, 0), ("\u{E0B0}", 1, 1, 1),
      ("\u{FFFD}", 1, 1, 1),
      ("\u{1FAE9}", 2, 2, 0), ("x\u{FE0F}", 1, 1, 0),
    ] as [(String, Int32, Int32, Int32)])
  func columns(_ text: String, grapheme: Int32, wcwidth: Int32, ambiguous: Int32) {
    #expect(width(text, WidthModel(mode: .grapheme, ambiguous: 1)) == grapheme)
    #expect(width(text, WidthModel(mode: .wcwidth, ambiguous: 1)) == wcwidth)
    #expect(width(text, WidthModel(mode: .grapheme, ambiguous: 2)) == grapheme + ambiguous)
    #expect(width(text, WidthModel(mode: .wcwidth, ambiguous: 2)) == wcwidth + ambiguous)
  }

  @Test func combiningMarksAreNothing() {
    #expect(width("o\u{300}\u{20DD}\u{200D}", WidthModel(mode: .wcwidth, ambiguous: 2)) == 1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: emojiTest)))
  func emojiSequencesAreTwoColumns() throws {
    var count = 0
    for line in try String(contentsOfFile: Self.emojiTest, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: ";")
      guard fields.count > 1, !line.hasPrefix("#"), fields[1].contains("fully-qualified") else { continue }
      let scalars = fields[0].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let text = OwnedText(scalars.flatMap { Array(String($0).utf8) }, WidthModel())
      #expect(text.marks.count == 1 && text.marks[0].advance == 2, "\(line)")
      count += 1
    }
    #expect(count > 3600)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: eastAsianWidth)))
  func scalarsFollowEastAsianWidth() throws {
    var count = 0
    for line in try String(contentsOfFile: Self.eastAsianWidth, encoding: .utf8).split(separator: "\n") {
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count == 2, let first = UInt32(fields[0].prefix { $0 != "." }, radix: 16) else { continue }
      let last = fields[0].split(separator: ".").last.flatMap { UInt32($0, radix: 16) } ?? first
      let category = line.drop { $0 != "#" }.dropFirst(2).prefix(2)
      let isNothing = ["Mn", "Me", "Cf", "Cc", "Zl", "Zp", "Cs"].contains(String(category))
      for value in first...last
      where !isNothing && !(0x1160...0x11FF).contains(value) && !(0xD7B0...0xD7FF).contains(value) {
        let bytes = UTF8Scalar.encoded(value)
        let expected: Int32 = ["W", "F"].contains(fields[1]) ? 2 : 1
        #expect(width(bytes, WidthModel(mode: .wcwidth, ambiguous: 1)) == expected, "\(line)")
        let wide: Int32 = fields[1] == "A" ? 2 : expected
        #expect(width(bytes, WidthModel(mode: .wcwidth, ambiguous: 2)) == wide, "\(line)")
        count += 1
      }
    }
    #expect(count > 200_000)
  }

  static let emojiTest = "/usr/share/unicode/emoji/emoji-test.txt"
  static let eastAsianWidth = "/usr/share/unicode/EastAsianWidth.txt"

  private func width(_ text: String, _ model: WidthModel) -> Int32 { width(Array(text.utf8), model) }

  private func width(_ bytes: [UInt8], _ model: WidthModel) -> Int32 {
    OwnedText(bytes, model).marks.reduce(0) { $0 + $1.advance }
  }
}
