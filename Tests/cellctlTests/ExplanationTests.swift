import CellProtocol
import CellWire
import Testing

@testable import cellctl

@Suite struct ExplanationTests {
  @Test func `the example cell is a cell, with all members`() throws {
    let document = try JSONDocument(PackageResources.cell_json)
    try document.withRoot { _ = try CellCodec.read($0) }
    for member in Components.cell {
      #expect(try JSON(parsing: PackageResources.cell_json)[member.name] != nil, "\(member.name)")
    }
  }

  @Test func `the example environment is one, with all members`() throws {
    let document = try JSONDocument(PackageResources.environment_json)
    try document.withRoot { _ = try EnvironmentCodec.read($0) }
    for member in Components.environment {
      #expect(try JSON(parsing: PackageResources.environment_json)[member.name] != nil, "\(member.name)")
    }
  }

  @Test(arguments: [40, 80])
  func `every member is explained, in lines that fit`(columns: Int) throws {
    for path in Self.paths(of: Components.cell, "") + Self.paths(of: Components.environment, "environment.") {
      let lines = try Explanation(path: path).page.lines(columns: columns)
      #expect(lines.first == path && lines.contains { $0.hasPrefix("  type ") }, "\(path)")
      for line in lines { #expect(line.columns <= columns, "\(line)") }
    }
  }

  private static func paths(of members: [Schema.Property], _ prefix: String) -> [String] {
    members.flatMap { member in
      let parts = member.schema.componentName.map(Components.members) ?? member.schema.slots ?? []
      return [prefix + member.name] + parts.map { "\(prefix)\(member.name).\($0.name)" }
    }
  }
}
