import Testing

@testable import CellEngine

@Suite struct IconTableTests {
  private func drawing(of name: String) -> String? {
    var copy = name
    return copy.withUTF8 { IconTable.index(of: $0) }.map { Icon.drawings[$0].names[0] }
  }

  @Test func namesAreSortedAndDifferent() {
    let own = IconTable.entries.map { String(describing: $0.name) }
    let aliases = IconTable.aliases.map { String(describing: $0.name) }
    #expect(own == own.sorted() && aliases == aliases.sorted())
    #expect(Set(own + aliases).count == own.count + aliases.count)
    for alias in IconTable.aliases { #expect(own.contains(String(describing: alias.drawing))) }
  }

  @Test(arguments: [
    ("flag", "flag"), ("trash", "delete"), ("sap-icon://employee", "person"),
    ("sap-icon://trend-up", "trend-up"), ("FioriIcon.actions.addFavorite", "favorite"),
    ("FioriIcon.status.warning2", "warning"), ("status-inactive", "inactive"),
  ])
  func namesMeanADrawing(name: String, expected: String) { #expect(drawing(of: name) == expected) }

  @Test(arguments: [
    "", "Flag", "flag ", "sap-icon://", "sap-icon://zebra", "FioriIcon.", "FioriIcon.flags.zebra",
    "sap-icon://sap-icon://flag",
  ])
  func otherTextsMeanNone(name: String) { #expect(drawing(of: name) == nil) }

  /// A list reserves the columns that the drawing needs, in each spelling of a name.
  @Test func spellingsAskForTheSameColumns() {
    for drawing in Icon.drawings {
      let counts = drawing.names.flatMap { [$0, "sap-icon://\($0)"] }.map { name in
        Array(name.utf8).withUnsafeBufferPointer { Icon.columnCount(ofName: $0) }
      }
      #expect(Set(counts).count == 1 && counts[0] <= 2, "\(drawing.names)")
    }
  }
}
