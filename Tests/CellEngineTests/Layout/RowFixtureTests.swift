import RowFixtures
import Testing

/// Every file of row fixtures, laid out in this process. `CELLD_RECORD=1` in the environment
/// records them.
@Suite("Row fixtures in process")
struct RowFixtureTests {
  @Test(arguments: FixtureFile.all(.rows))
  func rows(_ file: FixtureFile) throws {
    let fixture = try RowFixture(file)
    let contents = try fixture.text.expectations.map {
      RowFixture.content(of: try fixture.rows(in: $0), format: $0.format)
    }
    for difference in try file.check(fixture.text, against: contents) {
      Issue.record("\(difference)")
    }
  }
}
