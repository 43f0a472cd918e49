import CellWire
import Testing

@testable import cellctl

/// Templates and paths of `--map`, `--id` and `--at`.
@Suite struct TemplateTests {
  private let record = """
    {"name":"web","a.b":"dotted","os":{"kernel":"6.1","a/b":"slash"},"ports":[80,443],"nick":null,"First Name":"Ada",
    "labels":[{"name":"bug"},{"name":null},{"name":"ui"}],"tags":{"app":"web","tier":{"n":1}},"*":"star","a or b":"or"}
    """

  private func text(_ template: String) throws -> String? {
    var reader = TemplateReader(template)
    let parsed = try reader.template(stopAtSeparator: false)
    return try JSONDocument(record.utf8).withRoot { parsed.text(of: $0) }
  }

  @Test(arguments: [
    ("{name}", "web"), ("{/name}", "web"), ("{.name}", "web"), ("{ name }", "web"),
    ("{os/kernel}", "6.1"), ("{os.kernel}", "6.1"), ("{.os.kernel}", "6.1"), ("{a.b}", "dotted"),
    ("{os/a\\/b}", "slash"), ("{ports/1}", "443"), ("{ports.0}", "80"), ("{First Name}", "Ada"),
    ("{labels/*/name}", "bug, ui"), ("{tags/*}", "web, n: 1"), ("{tags}", "app: web, tier: n: 1"),
    ("{\\*}", "star"), ("{a\\ or b}", "or"),
    ("{nick or name}", "web"), ("{nick or missing or os.kernel}", "6.1"), ("  {name} x ", "web x"),
    ("{name or}", nil), ("{missing}", nil), ("port {missing}", nil), ("fixed", "fixed"),
  ])
  func `a template makes this text`(template: String, expected: String?) throws {
    #expect(try text(template) == expected)
  }

  @Test(arguments: ["{a", "}", "{a}}", "{a or {b}", "a\\"])
  func `a broken template is refused`(template: String) {
    #expect(throws: Failure.self) { try text(template) }
  }

  @Test func `entries of a mapping can have blanks around them, and add up`() throws {
    let spaced = try FieldMapping([" title = {name} , subtitle= a b ,, status/state = {x}"])
    let plain = try FieldMapping(["title={name}", "subtitle=a b,status/state={x}"])
    #expect(spaced == plain)
    #expect(spaced.entries.map(\.member) == ["title", "subtitle", "status"])
  }

  @Test(arguments: [
    ("ls -la", ["ls", "-la"]), ("  a   b ", ["a", "b"]), ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
    ("a\\ b '' c'd'e", ["a b", "", "cde"]), ("x \"$HOME\" '*'", ["x", "$HOME", "*"]), ("", []),
  ])
  func `a command is split as a shell does, but nothing is expanded`(command: String, words: [String]) throws
  {
    #expect(try CommandWords.split(command) == words)
  }

  @Test(arguments: ["a 'b", "a \"b", "a\\"])
  func `a command with an open quote is refused`(command: String) {
    #expect(throws: Failure.self) { try CommandWords.split(command) }
  }
}
