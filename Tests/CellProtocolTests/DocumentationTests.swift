import CellEngine
import Foundation
import Testing

@testable import CellProtocol
@testable import CellWire

/// protocol.md is written by hand, so it is compared with the tables that implement it.
@Suite("protocol.md and the tables") struct DocumentationTests {
  private static let page = file("protocol.md")

  private static func file(_ name: String) -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// The text between a heading and the next heading of the same or a higher level.
  private func section(_ heading: String) -> String {
    let level = heading.prefix { $0 == "#" }.count
    let lines = Self.page.components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix(heading) }) else { return "" }
    let rest = lines[(start + 1)...]
    let end = rest.firstIndex { line in
      let hashes = line.prefix { $0 == "#" }.count
      return hashes > 0 && hashes <= level && line.dropFirst(hashes).hasPrefix(" ")
    }
    return rest[..<(end ?? rest.endIndex)].joined(separator: "\n")
  }

  private func names(_ name: String, in text: String) -> Bool { text.contains("`\(name)`") }

  @Test("every method has a section that names its parameters", arguments: Methods.all)
  func parameters(method: any CellProtocol.Method.Type) {
    var text = section("### `\(method.name)`")
    #expect(!text.isEmpty)
    if method == ViewSetMethod.self { text += section("## 6. Environments") }
    if method == RowsWatchMethod.self { text += section("### `rows.pull`") }
    for property in method.description.params.list {
      // The rules at the beginning of the section describe it once for all methods.
      if property.name == "owner" { text += section("## 5. Methods") }
      #expect(names(property.name, in: text), "\(method.name) documents \(property.name)")
    }
  }

  @Test("members of cells and environments") func members() {
    let cells = section("## 4. Cells")
    for name in ObjectTable.of(.cell).pointee.names { #expect(names(name, in: cells)) }
    let environments = section("## 6. Environments")
    for name in ObjectCodec<Environment>.environment.names.names { #expect(names(name, in: environments)) }
  }

  @Test("the README names the version of Unicode") func unicode() {
    #expect(Self.file("README.md").contains("Unicode \(unicodeVersion)"))
  }

  @Test("names of icons") func icons() {
    let icons = section("### Icons")
    for drawing in Icon.drawings {
      #expect(icons.contains(" \(drawing.glyph) "))
      for name in drawing.names { #expect(names(name, in: icons)) }
    }
  }

  @Test("errors and limits") func errors() {
    let errors = section("## 9. Errors")
    for kind in ErrorKind.allCases {
      #expect(names(kind.rawValue, in: errors))
      #expect(errors.contains(String(kind.code)))
    }
    let limits = section("## 10. Limits")
    for name in Limits.Name.allCases { #expect(names(name.rawValue, in: limits)) }
  }
}
