import Foundation
import RowFixtures
import Testing

/// The table of the guideline's rules names only fixtures and suites that exist, and names every
/// fixture.
@Suite("The table of rules")
struct GuidelineTableTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func rules() throws -> [Substring] {
    let table = try String(
      contentsOf: Self.tests.appendingPathComponent("Fixtures/seeds.md"), encoding: .utf8)
    return table.split(separator: "\n").filter { line in
      line.hasPrefix("| ") && !["| rule", "| no."].contains { line.hasPrefix($0) }
    }
  }

  @Test func everyFixtureIsNamedAndExists() throws {
    let named = Set(
      try rules().flatMap { $0.matches(of: /`((?:rows|headers)\/[a-z-]+)`/).map { String($0.1) } })
    let existing = Set(FixtureFile.Kind.allCases.flatMap { FixtureFile.all($0).map(\.description) })
    #expect(named.subtracting(existing).isEmpty, "named, but not there")
    #expect(existing.subtracting(named).isEmpty, "there, but not named")
  }

  @Test func everySuiteExists() throws {
    let named = Set(try rules().flatMap { $0.matches(of: /\b[A-Z][A-Za-z]+Tests\b/).map { String($0.0) } })
    let files = FileManager.default.enumerator(atPath: Self.tests.path)?.compactMap { $0 as? String } ?? []
    let existing = Set(
      files.filter { $0.hasSuffix(".swift") }.map { ($0 as NSString).lastPathComponent.dropLast(6) }.map(
        String.init)
    )
    #expect(named.count > 5)
    #expect(named.subtracting(existing).isEmpty)
  }

  /// The rules of each page are numbered in order, each with its state. Our own rules are not.
  @Test func everyRuleHasAnAnswer() throws {
    let counts = ["S0": 45, "S1": 50, "S2": 57, "S3": 30, "S4": 35]
    var numbers: [String] = []
    for rule in try rules() {
      let cells = rule.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.allSatisfy { !$0.isEmpty }, "\(rule)")
      guard cells.count == 4 else {
        #expect(cells.count == 2, "\(rule)")
        continue
      }
      numbers.append(cells[0])
      #expect(["works", "partly: ", "the client's: ", "no: "].contains { cells[2].hasPrefix($0) }, "\(rule)")
    }
    #expect(
      numbers
        == counts.sorted { $0.key < $1.key }.flatMap { page, count in (1...count).map { "\(page).\($0)" } })
  }
}
