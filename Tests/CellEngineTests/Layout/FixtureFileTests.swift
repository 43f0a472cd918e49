import CellEngine
import Foundation
import RowFixtures
import Testing

/// The format of fixture files. The index shows that no file was lost.
@Suite("Files of fixtures")
struct FixtureFileTests {
  private static let files = FixtureFile.Kind.allCases.flatMap { FixtureFile.all($0) }

  /// Fixtures/index.txt has the layout version, and a line for each file: the number of its
  /// expectations, and hashes of its cells and of its rows. Recording rewrites it.
  @Test func theIndexNamesEveryExpectation() throws {
    let file = FixtureFile.root.appendingPathComponent("index.txt")
    let recorded = try FixtureIndex(String(contentsOf: file, encoding: .utf8))
    let index = try FixtureIndex(version: layoutVersion, Self.files)
    let changed = index.filesWithOtherRows(than: recorded)
    // Clocks of a daemon before an update would name rows that look different now.
    try #require(
      changed.isEmpty || index.version > recorded.version,
      "the rows of \(changed) changed: raise layoutVersion, then run with CELLD_RECORD=1")
    if FixtureFile.isRecording { try index.description.write(to: file, atomically: true, encoding: .utf8) }
    #expect(index.version == recorded.version)
    #expect(recorded.lines.subtracting(index.lines).isEmpty, "in the index, but not there")
    #expect(
      index.lines.subtracting(recorded.lines).isEmpty, "there, but not in the index; run with CELLD_RECORD=1")
  }

  @Test func otherRowsOfTheSameCellsAreFound() throws {
    let index = try FixtureIndex("layout 1\nrows/a 2 11 22\nrows/b 2 33 44\n")
    let other = try FixtureIndex("layout 1\nrows/a 2 11 23\nrows/b 3 34 45\nrows/c 1 5 6\n")
    #expect(other.filesWithOtherRows(than: index) == ["rows/a"])
    #expect(other.description == "layout 1\nrows/a 2 11 23\nrows/b 3 34 45\nrows/c 1 5 6\n")
  }

  /// If it did not, recording would change files without a reason.
  @Test(arguments: files)
  func recordingWritesTheSameFile(_ file: FixtureFile) throws {
    #expect(try file.text().description == file.content())
  }

  @Test(arguments: [
    ("", "1: there is no cell"),
    ("cell {}\n", "1: nothing is expected"),
    ("cell {}\n|A\n", "2: a line of rows before any format"),
    ("cell {}\ntext\n", "2: a format before any environment"),
    ("cell {}\nenvironment a\n", "2: expected: environment NAME JSON"),
    ("cell {}\npage 1\n", "2: expected: page NUMBER"),
    ("cell {}\nreveal menu 1\n", "2: expected: reveal WHAT ID"),
    ("cell {}\nenvironment a {}\nreveal left 1\n", "3: expected: reveal WHAT ID"),
    ("cell {}\nenvironment a {}\ntxt\n", "3: unknown: txt"),
    ("cell {}\nenvironment a {}\ntext\n|A\ntext\n|B\n", "1: two environments have one name"),
  ])
  func whatCannotBeReadIsNamed(_ text: String, _ message: String) {
    #expect {
      try FixtureText(text)
    } throws: {
      "\($0)" == message
    }
  }

  @Test func theFirstLineThatDiffersIsNamed() throws {
    let file = FixtureFile(kind: .rows, name: "sample")
    let text = try FixtureText("cell {}\n\nenvironment wide {}\ntext\n|A\n|\n|B\nansi\n")
    func differences(_ rows: String) -> [String] {
      text.differences(from: [rows, ""], in: file).map { String($0.dropFirst(file.url.path.count)) }
    }
    let missing = ", wide ansi: line 9: nothing is expected yet; record it"
    #expect(differences("A\n\nB\n") == [missing])
    #expect(differences("A\n\nC\n") == [#", wide text: line 7: expected "B", got "C""#, missing])
    #expect(differences("A\n") == [#", wide text: line 6: expected "", got no line"#, missing])
    #expect(differences("A\n\nB\nC\n") == [#", wide text: line 8: expected no line, got "C""#, missing])
  }

  @Test func escapeSequencesAreReadable() throws {
    var text = try FixtureText("cell {}\nenvironment a {}\nansi\n|\\e[1mA\\\\\n")
    text.expect(["\u{1b}[1mA\\\n"])
    #expect(text.description == "cell {}\n\nenvironment a {}\nansi\n|\\e[1mA\\\\\n")
  }
}
