import CellProtocol
import Testing

@testable import cellctl

@Suite struct StringTests {
  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one", 7, ["one"]), ("", 7, [""]),
    ("/a/long/path to", 6, ["/a/lon", "g/path", "to"]), ("漢字漢字", 5, ["漢字", "漢字"]), ("漢", 1, ["漢"]),
  ])
  func `words are wrapped, and split only if they are too wide`(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(columns: columns) == lines)
  }

  @Test func `no character is lost between the parts of a word`() {
    // Scalars of all classes of clusters. Their clusters can differ between versions of Unicode.
    let scalars: [Unicode.Scalar] = [
      "a", "\u{300}", "\u{600}", "\u{903}", "\u{915}", "\u{94D}", "\u{924}", "\u{1100}", "\u{1161}",
      "\u{11A8}", "\u{AC00}", "\u{1F1E9}", "\u{1F469}", "\u{1F3FD}", "\u{200D}", "\u{200B}", "\u{FE0F}",
      "\u{E0020}", "\u{16D63}", "\u{16D67}", "\u{11F00}", "\u{11F02}", "\u{11F42}", "\u{1B44}", "\u{1B13}",
      "\r", "\n", "漢",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
      }
      for columns in 1...4 {
        #expect(text.wrapped(columns: columns).joined() == text, "\(text.unicodeScalars.map(\.value))")
      }
    }
  }

  @Test func `lines after a heading are indented by its width if there is room`() {
    #expect("aa bb cc".wrapped(after: "ok  ", columns: 24) == ["ok  aa bb cc"])
    let long = "one two three four five six"
    #expect(long.wrapped(after: "ok  ", columns: 24) == ["ok  one two three four", "    five six"])
    #expect(
      long.wrapped(after: "a long heading  ", columns: 24) == [
        "a long heading  one", "    two three four five", "    six",
      ])
    #expect(long.wrapped(after: "ok  ", columns: .max) == ["ok  " + long])
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\u{202E}b\u{2066}c", "a\u{FFFD}b\u{FFFD}c"),
    ("a\u{2028}b", "a\u{FFFD}b"),
    ("a\u{61C}b\u{2065}c\u{206F}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
    ("a\u{FEFF}b\u{FFF9}", "a\u{FFFD}b\u{FFFD}"),
    ("a\u{E0041}", "a\u{FFFD}"), ("a\u{9B}", "a\u{FFFD}"), ("né 漢 👩\u{200D}🔧", "né 漢 👩\u{200D}🔧"),
  ])
  func `characters that control a terminal are replaced`(text: String, shown: String) {
    #expect(text.printable == shown)
  }

  @Test func `nouns agree with their numbers`() {
    #expect(0.counted("cell") == "0 cells")
    #expect(1.counted("cell") == "1 cell")
    #expect(2.counted("cell") == "2 cells")
  }
}
