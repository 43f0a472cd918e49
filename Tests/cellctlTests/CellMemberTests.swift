import CellProtocol
import Testing

@testable import cellctl

@Suite struct CellMemberTests {
  @Test(arguments: [
    ("id", CellMember.Kind.text), ("number", .text), ("unread", .flag), ("rating", .number),
    ("status", .list),
    ("tags", .list), ("icons", .list), ("menu", .list), ("image", .any), ("info", .any), ("swipe", .any),
    ("accessory", .text), ("truncate", .any), ("data", .any),
  ])
  func `the schema decides how a member is written`(name: String, kind: CellMember.Kind) throws {
    #expect(try #require(CellMember(name)).kind == kind)
  }

  @Test(arguments: [
    ("status", "state", CellMember.Kind.text), ("status", "icon", .any), ("image", "person", .flag),
    ("rating", "value", .number), ("actions", "items", .list), ("header", "tags", .list),
    ("header", "chart", .any), ("columns", "width", .number),
  ])
  func `the schema decides how a part is written`(name: String, part: String, kind: CellMember.Kind) throws {
    #expect(try #require(CellMember(name)).kind(ofPart: part) == kind)
  }

  @Test func `members without parts have none`() throws {
    #expect(try #require(CellMember("title")).partNames.isEmpty)
    #expect(try #require(CellMember("status")).partNames == ["text", "icon", "state", "label"])
    #expect(CellMember("titel") == nil)
  }
}
