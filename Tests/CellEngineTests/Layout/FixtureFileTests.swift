import Foundation
import RowFixtures
import Testing

/// The format of fixture files. The index shows that no file was lost.
@Suite("Files of fixtures")
struct FixtureFileTests {
  private static let files = FixtureFile.Kind.allCases.flatMap { FixtureFile.all($0) }

  /// Fixtures/index.txt has the name of each file and the number of its expectations. Recording
  /// rewrites it.
  @Test func theIndexNamesEveryExpectation() throws {
    let index = try Self.files.map { "\($0) \(try $0.text().expectations.count)\n" }.joined()
    let file = FixtureFile.root.appendingPathComponent("index.txt")
    if FixtureFile.isRecording { try index.write(to: file, atomically: true, encoding: .utf8) }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let lines = (Set(index.split(separator: "\n")), Set(recorded.split(separator: "\n")))
    #expect(lines.1.subtracting(lines.0).isEmpty, "in the index, but not there")
    #expect(lines.0.subtracting(lines.1).isEmpty, "there, but not in the index; run with CELLD_RECORD=1")
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
