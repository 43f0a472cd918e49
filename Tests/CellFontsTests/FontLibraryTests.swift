import CellEngine
import Dispatch
import Locks
import Testing

@testable import CellFonts

@Suite struct FontLibraryTests {
  @Test func equalRequestsShareASet() throws {
    #expect(try fonts() === fonts())
    #expect(try fonts() !== fonts(size: 17))
  }

  @Test func ascentAndDescentAreThoseOfTheFont() throws {
    let set = try fonts(size: 10)
    #expect((600...700).contains(set.ascent(of: .title)))
    #expect((120...200).contains(set.descent(of: .title)))
    #expect(set.asciiAdvance(of: .title) == nil)
  }

  @Test func aMissingFamilyIsNamed() throws {
    #expect(throws: FontFault.familyNotInstalled("No Such Family", package: nil)) {
      try fonts("No Such Family")
    }
  }

  @Test func aWellKnownFamilyHasAPackage() {
    #expect(DebianPackage.name(of: "Inter") == "fonts-inter")
  }

  @Test func whereNoFontsAreTheFaultSaysSo() throws {
    let empty = FontLibrary(load: { FontConfiguration(xml: "<fontconfig></fontconfig>") })
    for family in ["Inter", "sans-serif"] {
      #expect(throws: FontFault.noFonts) { try fonts(family, from: empty) }
    }
    let none = FontLibrary(load: { nil })
    #expect(throws: FontFault.noFonts) { try fonts(from: none) }
  }

  @Test func aReloadFindsNewFonts() throws {
    // A library whose machine has fonts only after the first look.
    let looks = Looks()
    let library = FontLibrary(load: {
      looks.next() == 1 ? FontConfiguration(xml: "<fontconfig></fontconfig>") : FontConfiguration()
    })
    let request = FontRequest(family: "Inter", isFamilyNamed: false) { _ in FontRequest.RoleStyle(size: 16) }
    #expect(throws: FontFault.noFonts) { try library.set(for: request) }
    #expect(throws: FontFault.noFonts) { try library.set(for: request) }
    library.reload()
    let set = try library.set(for: request)
    #expect(set.shape("abc").advance > 0)
    library.reload()
    #expect(try library.set(for: request) !== set)
  }

  /// The number of times that the fonts were listed.
  private final class Looks: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func genericAndUnnamedFamiliesHaveSubstitutes() throws {
    #expect(try !fonts("sans-serif").families(of: .title).isEmpty)
    #expect(try fonts("monospace").shape("iii").advance == fonts("monospace").shape("WWW").advance)
    let request = FontRequest(family: "No Such Family", isFamilyNamed: false) { _ in
      FontRequest.RoleStyle(size: 16)
    }
    #expect(try library.set(for: request).shape("abc").advance > 0)
  }

  @Test func whoStandsInIsTold() throws {
    func standIn(_ family: String, isNamed: Bool = false) throws -> FontStandIn? {
      let request = FontRequest(family: family, isFamilyNamed: isNamed) { _ in FontRequest.RoleStyle(size: 16)
      }
      return try library.set(for: request).standIn
    }
    let found = try #require(try standIn("No Such Family"))
    #expect(found.missing == "No Such Family" && found.package == nil && !found.family.isEmpty)
    #expect(try standIn("Inter") == nil)
    #expect(try standIn("inter") == nil)
    #expect(try standIn("sans-serif", isNamed: true) == nil)
  }

  @Test func familiesAreNamedInAnyCase() throws {
    #expect(try fonts("inter").shape("abc") == fonts("Inter").shape("abc"))
  }

  @Test func theSetsThatAreKeptAreBounded() throws {
    let library = FontLibrary()
    let first = try fonts(size: 10, from: library)
    for size in 0..<FontLibrary.setLimit { _ = try fonts(size: 20 + Double(size), from: library) }
    let again = try fonts(size: 10, from: library)
    #expect(first !== again)
    #expect(again.shape("same") == first.shape("same"))
  }

  @Test func sizesOutOfBoundsAreTheNearest() throws {
    for size in [0, -1, .infinity, 1e9] { #expect(try fonts(size: size).shape("a").advance > 0) }
  }

  @Test func theWordCacheIsBoundedAndChangesNothing() throws {
    let small = FontLibrary(wordCacheBytes: 1 << 16)
    let set = try fonts(from: small)
    let reference = try fonts()
    for number in 0..<20_000 {
      let word = "word\(number &* 2_654_435_761)"
      let prepared = Prepared(word, set)
      if number % 500 == 0 { #expect(prepared.advances == Prepared(word, reference).advances) }
    }
    #expect(small.wordCacheBytes <= 1 << 16)
    #expect(small.wordCacheBytes > 1 << 12)
  }

  @Test(arguments: [31, 33, 64, 200, 1000]) func largeLettersAreKeptAsTheyAre(_ size: Double) throws {
    let library = FontLibrary()
    let set = try fonts(size: size, from: library)
    for text in ["漢字", "👍🏿", "WWW", "office"] {
      let first = Prepared(text, set)
      let bytes = library.wordCacheBytes
      #expect(Prepared(text, set).advances == first.advances)
      #expect(library.wordCacheBytes == bytes)
      #expect(abs(first.advance - set.shape(text).advance) <= 1)
    }
  }

  @Test func manyThreadsFindWhatOneFinds() throws {
    let set = try fonts(from: FontLibrary(wordCacheBytes: 1 << 18))
    let reference = texts.map { Prepared($0, set).clusters }
    let lines = texts.map { set.shape($0) }
    let other = try fonts(from: FontLibrary(wordCacheBytes: 1 << 14))
    DispatchQueue.concurrentPerform(iterations: 16) { iteration in
      for index in texts.indices {
        let place = (index + iteration) % texts.count
        #expect(Prepared(texts[place], other).clusters == reference[place])
        #expect(other.shape(texts[place]) == lines[place])
      }
    }
  }
}
