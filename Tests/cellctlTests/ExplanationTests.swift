import CellProtocol
import CellWire
import Testing

@testable import cellctl

@Suite struct ExplanationTests {
  @Test func `the example cell is a cell, with all members`() throws {
    let document = try JSONDocument(ExampleCell.cell.utf8)
    try document.withRoot { _ = try CellCodec.read($0) }
    for member in Components.cell {
      #expect(try JSON(parsing: ExampleCell.cell)[member.name] != nil, "\(member.name)")
    }
  }

  @Test func `the example environment is one, with all members`() throws {
    let document = try JSONDocument(ExampleCell.environment.utf8)
    try document.withRoot { _ = try EnvironmentCodec.read($0) }
    for member in Components.environment {
      #expect(try JSON(parsing: ExampleCell.environment)[member.name] != nil, "\(member.name)")
    }
  }

  @Test(arguments: [40, 80])
  func `every member is explained, in lines that fit`(columns: Int) throws {
    for path in Self.paths(of: Components.cell, "") + Self.paths(of: Components.environment, "environment.") {
      let text = try Explanation(path: path).text(columns: columns)
      #expect(text.hasPrefix("\(path)\n") && text.contains("\n  type "), "\(path)")
      for line in text.split(separator: "\n") {
        #expect(String(line).columns <= columns, "\(line)")
      }
    }
  }

  private static func paths(of members: [Schema.Property], _ prefix: String) -> [String] {
    members.flatMap { member in
      let parts = member.schema.componentName.map(Components.members) ?? member.schema.slots ?? []
      return [prefix + member.name] + parts.map { "\(prefix)\(member.name).\($0.name)" }
    }
  }
}
