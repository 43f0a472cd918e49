import Testing

@testable import CellEngine

/// The property tests see all that a cell can have.
@Suite struct RandomCellsTests {
  @Test func everyMemberVaries() {
    var random = RandomCells(seed: 41)
    var members = MemberValues()
    for index in 0..<500 { members.note(random.cell(id: "\(index)")) }
    #expect(members.constant == [], "RandomCells must vary these members.")
  }
}
