import CellEngine
import CellProtocol
import Testing

@testable import cellctl

@Suite struct HelpTopicTests {
  @Test(arguments: HelpTopic.allCases, [80, 48, 30])
  func `no line is wider than the terminal, except examples`(topic: HelpTopic, columns: Int) {
    for line in topic.text(columns: columns).split(separator: "\n") {
      let isExample = ["  --", "  cellctl", "  chromium", "  jc"].contains { line.hasPrefix($0) }
      #expect(String(line).columns <= (isExample ? 80 : columns), "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test func `members, values, formats and codes come from their tables`() {
    for property in Components.cell {
      #expect(HelpTopic.cells.text(columns: 80).contains("\n  \(property.name) "))
    }
    for state in Status.State.allCases { #expect(HelpTopic.cells.text(columns: 80).contains(state.rawValue)) }
    for property in Components.environment {
      #expect(HelpTopic.environment.text(columns: 80).contains("\n  \(property.name) "))
    }
    for profile in Profile.all { #expect(HelpTopic.environment.text(columns: 80).contains(profile.name)) }
    for format in FormatArgument.allCases {
      #expect(HelpTopic.formats.text(columns: 80).contains("\n  \(format) "))
    }
    for status in ExitStatus.allCases {
      #expect(HelpTopic.exitCodes.text(columns: 80).contains("\n  \(status.rawValue) "))
    }
  }
}
