import CellWire
import RowFixtures
import Testing

@testable import cellctl

/// Lines and JSON of a daemon cannot control the terminal. Those of celld are printed unchanged.
@Suite struct NeutralOutputTests {
  @Test(arguments: FixtureFile.all(.rows) + FixtureFile.all(.headers))
  func `lines of celld are unchanged`(file: FixtureFile) throws {
    for expectation in try file.text().expectations where expectation.format.kind == .lines {
      let rows =
        file.kind == .rows
        ? try RowFixture(file).rows(in: expectation) : [try HeaderFixture(file).header(in: expectation)]
      let neutral = NeutralLine(expectation.format)
      for line in rows.flatMap({ $0["lines"]?.array ?? [] }).compactMap(\.string) {
        #expect(neutral.text(of: line) == line)
      }
    }
  }

  @Test(arguments: [
    ("a\u{1B}[31mb\u{1B}[0m", "a␛[31mb␛[0m"), ("a\nb", "a b"), ("a\u{9B}31m", "a\u{FFFD}31m"),
    ("a\u{202E}b", "ab"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("plain", "plain"),
    ("a\u{2066}b", "a\u{2066}b\u{2069}"),
  ])
  func `lines without styles have no escape sequences`(line: String, shown: String) {
    #expect(NeutralLine(.text).text(of: line) == shown)
  }

  @Test(
    arguments: [
      ("\u{1B}[1;34ma\u{1B}[0m b", nil), ("\u{1B}]8;;https://a.b\u{1B}\\t\u{1B}]8;;\u{1B}\\", nil),
      ("\u{1B}[1ma\u{202E}\u{1B}[0m", "a"), ("\u{1B}[1ma\nb\u{1B}[0m", "a b"),
      ("\u{1B}[1ma", "␛[1ma"), ("\u{1B}]8;;x:y\u{1B}\\t", "␛]8;;x:y␛\\t"),
      ("\u{1B}[2Ja", "␛[2Ja"), ("\u{1B}[?25l", "␛[?25l"), ("a\u{1B}", "a␛"), ("\u{1B}[", "␛["),
      ("\u{1B}]8;;x y\u{1B}\\t\u{1B}]8;;\u{1B}\\", "␛]8;;x y␛\\t␛]8;;␛\\"),
      ("\u{1B}]52;c;QQ==\u{1B}\\", "␛]52;c;QQ==␛\\"), ("\u{1B}]8;;a\u{7}t\u{1B}]8;;\u{7}", "␛]8;;a␇t␛]8;;␇"),
    ] as [(String, String?)])
  func `lines in ansi have colours and links only`(line: String, shown: String?) {
    #expect(NeutralLine(.ansi).text(of: line) == shown ?? line)
  }

  @Test(
    arguments: [
      ("[\"a\u{9B}\"]", #"["a\u009B"]"#), ("\"\u{202E}\u{7F}\u{61C}\"", #""\u202E\u007F\u061C""#),
      ("\"\u{E0041}\"", #""\uDB40\uDC41""#), ("{\"a\":\r1}", "{\"a\": 1}"), ("\u{1B}[2J", #"\u001B[2J"#),
      ("[\"né 漢 👩\u{200D}🔧 \\u001b\"]", nil), ("[1,\t\"a\"]\n", nil),
    ] as [(String, String?)])
  func `JSON has the same value without control characters`(json: String, shown: String?) throws {
    let neutral = Array(json.utf8).withUnsafeBufferPointer(JSONText.neutral)
    #expect(neutral.map { String(decoding: $0, as: UTF8.self) } ?? json == shown ?? json)
    if JSONText.isValue(json) {
      #expect(try JSON(parsing: neutral ?? Array(json.utf8)) == JSON(parsing: Array(json.utf8)))
    }
  }

  @Test func `names that a shell would expand are not completed`() {
    for name in ["jobs", "a-b_c.d:e/f@g%h+i=j,k", "né", "two words", "漢字"] {
      #expect(name.isInertInShells, "\(name)")
    }
    for name in ["$(id)", "`id`", "${HOME}", "{a,b}", "-rf", "a;b", "a*", "~", "a\u{202E}b", "a'b", "a\\b"] {
      #expect(!name.isInertInShells, "\(name)")
    }
  }
}
