import Foundation
import Testing

@testable import CellFonts

/// The kerning of spaces that is added to the words of a line.
@Suite struct SpaceKernTests {
  private func set(_ family: String, weight: Int = 400) throws -> FontSet {
    try fonts(family, weight: weight, from: FontLibrary())
  }

  @Test func spacesOfRobotoAreOnlyKerned() throws {
    for weight in [400, 500, 700] {
      #expect(try set("Roboto", weight: weight).style(of: .title).faces.kernsSpacesOnly)
    }
  }

  @Test(arguments: ["Inter", "DejaVu Sans"]) func contextsAndOtherTablesAreNotOnlyKerning(_ family: String)
    throws
  {
    #expect(try !set(family).style(of: .title).faces.kernsSpacesOnly)
  }

  /// A lookup of one glyph makes letters wider, wherever they are. That does not count as kerning.
  @Test func anAdjustedLetterIsCountedOnce() throws {
    let fonts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/fonts")
    let library = FontLibrary(load: {
      FontConfiguration(xml: "<fontconfig><dir>\(fonts.standardizedFileURL.path)</dir></fontconfig>")
    })
    let set = try CellFontsTests.fonts("Adjusted Roboto", from: library)
    #expect(set.style(of: .title).faces.kernsSpacesOnly)
    let whole = Shaper(cacheBytes: 1 << 20, joinsWords: false)
    for line in ["foo foo", "office To  To  To", "A oo AV o", "o  A", " o", "A "] {
      let shaped = Array(line.utf8).withUnsafeBufferPointer {
        whole.shape($0, set.style(of: .title), isRightToLeft: false)
      }
      #expect(set.shape(line) == shaped, "\(line)")
    }
  }

  @Test(arguments: [400, 700]) func allPairsAroundASpaceHaveTheAdvanceOfTheLine(_ weight: Int) throws {
    let set = try set("Roboto", weight: weight)
    let whole = Shaper(cacheBytes: 1 << 20, joinsWords: false)
    let scalars =
      (UInt32(0x21)..<0x7F).map { $0 } + [0xC4, 0xE9, 0xDF, 0x142, 0x3A9, 0x3B1, 0x413, 0x434, 0x2014, 0x301]
    let characters = scalars.compactMap(UnicodeScalar.init).map(String.init)
    for first in characters {
      let lines =
        characters.map { "\(first) \($0)" } + ["\(first)  x", "  \(first) ", "fi\(first) \(first)fi office"]
      for line in lines {
        let shaped = Array(line.utf8).withUnsafeBufferPointer {
          whole.shape($0, set.style(of: .title), isRightToLeft: false)
        }
        #expect(set.shape(line) == shaped, "\(line)")
      }
    }
  }
}
