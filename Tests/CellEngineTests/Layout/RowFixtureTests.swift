import CellProtocol
import Foundation
import RowFixtures
import Testing

/// Every folder of row fixtures, laid out in this process.
///
/// With `CELLD_RECORD=1` in the environment, rows that no file expects yet are written, to be read by a person.
@Suite("Row fixtures in process")
struct RowFixtureTests {
  @Test(arguments: RowFixture.all)
  func rows(_ fixture: RowFixture) throws {
    for expectation in fixture.expectations {
      let content = RowFixture.content(of: try fixture.rows(in: expectation), format: expectation.format)
      if expectation.content == nil, ProcessInfo.processInfo.environment["CELLD_RECORD"] == "1" {
        try content.write(to: expectation.file, atomically: true, encoding: .utf8)
      }
      #expect(content == expectation.content, "\(fixture) \(expectation)")
    }
  }

  @Test func thereAreFixtures() {
    #expect(RowFixture.all.count >= 20)
  }
}
