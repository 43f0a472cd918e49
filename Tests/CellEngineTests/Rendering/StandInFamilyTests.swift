import Testing

@testable import CellEngine

@Suite struct StandInFamilyTests {
  @Test func familiesThatSetMostOfALineComeFirst() {
    func run(_ bytes: Range<Int>, _ family: String) -> Frame.Run {
      Frame.Run(
        bytes: bytes, x: 0, width: 0, family: family, isRightToLeft: true, isColored: family == "Emoji")
    }
    // Runs are in visual order, so the end of the line is first.
    let line = Frame.Line(
      text: "", x: 0, y: 0, width: 0, baseline: 0, isRightToLeft: true, font: nil,
      runs: [run(40..<44, "Kufi"), run(10..<40, "Naskh"), run(4..<10, "Kufi"), run(0..<4, "Emoji")])
    #expect(line.standIns == ["Naskh", "Kufi", "Emoji"])
    let symbols = Frame.Line(
      text: "", x: 0, y: 0, width: 0, baseline: 0, isRightToLeft: false, font: nil,
      runs: [run(0..<3, "Symbols"), run(3..<40, "Emoji")])
    #expect(symbols.standIns == ["Symbols", "Emoji"])
  }
}
