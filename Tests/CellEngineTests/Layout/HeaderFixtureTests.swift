import CellProtocol
import Foundation
import RowFixtures
import Testing

/// Every folder of header fixtures, laid out in this process; recorded as row fixtures are.
@Suite("Header fixtures in process")
struct HeaderFixtureTests {
  @Test(arguments: HeaderFixture.all)
  func header(_ fixture: HeaderFixture) throws {
    for expectation in fixture.expectations {
      let header = try fixture.header(in: expectation)
      let content = RowFixture.content(of: [header], format: expectation.format)
      if expectation.content == nil, ProcessInfo.processInfo.environment["CELLD_RECORD"] == "1" {
        try content.write(to: expectation.file, atomically: true, encoding: .utf8)
      }
      #expect(content == expectation.content, "\(fixture) \(expectation)")
    }
  }

  @Test func thereAreFixtures() {
    #expect(HeaderFixture.all.count >= 8)
  }
}
