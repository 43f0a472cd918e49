import RowFixtures
import Testing

/// Every file of header fixtures, laid out in this process. They are recorded in the same way as
/// row fixtures.
@Suite("Header fixtures in process")
struct HeaderFixtureTests {
  @Test(arguments: FixtureFile.all(.headers))
  func header(_ file: FixtureFile) throws {
    let fixture = try HeaderFixture(file)
    let contents = try fixture.text.expectations.map {
      RowFixture.content(of: [try fixture.header(in: $0)], format: $0.format)
    }
    for difference in try file.check(fixture.text, against: contents) {
      Issue.record("\(difference)")
    }
  }
}
