import Testing

/// The cells that `pick` and `watch --print` choose, in lines.
@Suite struct CellctlChoiceTests {
  private let cellctl: CellctlSession

  /// A section, a placeholder, the state of an empty list, and two objects.
  init() throws {
    cellctl = try CellctlSession()
    let cells = """
      {"id":"s","kind":"section","title":"Overdue"}
      {"id":"k","kind":"skeleton"}
      {"id":"e","kind":"empty","title":"Nothing"}
      {"id":"a","title":"A","href":"https://example.com/a"}
      {"id":"b","title":"B"}
      """
    #expect(try cellctl.run("push", "s", input: cells).status == 0)
  }

  private func run(_ arguments: String..., input: String) throws -> CellctlProcess {
    try CellctlProcess.run(arguments + ["--plain"], input: input, socket: cellctl.socketPath)
  }

  @Test func `only objects are chosen and marked`() throws {
    let chosen = try run("pick", "s", input: "choose\n2\nchoose\n3\nchoose\n4\nchoose\n")
    #expect(chosen.output == "a\n" && chosen.status == 0, "\(chosen.errors)")
    #expect(chosen.errors.contains("this is a section, which cannot be chosen"), "\(chosen.errors)")
    #expect(chosen.errors.contains("this is a placeholder, which cannot be chosen"))
    #expect(chosen.errors.contains("this is the state of an empty list, which cannot be chosen"))
    let marked = try run("pick", "s", input: "mark\n2\nmark\n4\nmark\nchoose\n")
    #expect(marked.output == "a\n", "\(marked.errors)")
    #expect(marked.errors.contains("this is a section, which cannot be chosen"))
    let opened = try run("watch", "s", "--print", input: "open\n5\nopen\n")
    #expect(opened.output.hasSuffix("\nb\n"), "\(opened.output)")
    #expect(opened.output.contains("this is a section, which cannot be chosen"))
  }

  @Test func `a chosen cell without an href is a failure`() throws {
    let missing = try run("pick", "s", "--print", "href", input: "5\nchoose\n")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(missing.errors.contains("the cell b has no href"))
    let both = try run("pick", "s", "--print", "href", input: "4\nmark\nmark\nchoose\n")
    #expect(both.status == 1 && both.output == "https://example.com/a\n", "\(both.errors)")
    #expect(try run("pick", "s", "--print", "href", input: "4\nchoose\n").status == 0)
  }
}
