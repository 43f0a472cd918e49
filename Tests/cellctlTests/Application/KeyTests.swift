import Testing

@testable import cellctl

/// The keys in the bytes of a terminal, and what they do to a text.
@Suite struct KeyTests {
  private func keys(_ pieces: String...) -> [Key] {
    var reader = KeyReader()
    return pieces.flatMap { reader.keys(in: $0.utf8) } + (reader.isWaiting ? reader.flush() : [])
  }

  @Test(arguments: [
    ("aG ?", [Key.character("a"), .character("G"), .character(" "), .character("?")]),
    ("é€😀", [.character("é"), .character("€"), .character("😀")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{15}\u{17}", [.control("u"), .control("w")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    (
      "\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~\u{1B}[Z\u{1B}[3~",
      [.pageUp, .pageDown, .home, .end, .backTab, .delete]
    ),
    ("\u{1B}OP\u{1B}[11~", [.function(1), .function(1)]),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}[A", [.escape, .up]),
    // Unknown sequences have no meaning.
    ("\u{1B}[99;9Xx\u{1B}zy", [.character("x"), .escape, .character("z"), .character("y")]),
    (
      "\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M\u{1B}[<0;0;0M",
      [.click(column: 4, line: 2), .wheelUp, .wheelDown]
    ),
    ("\u{1B}[200~q\r\u{1B}[A\u{1B}[201~x", [.paste("q\r\u{1B}[A"), .character("x")]),
  ])
  func `bytes of a terminal are these keys`(bytes: String, expected: [Key]) {
    #expect(keys(bytes) == expected)
    // The bytes can arrive one by one.
    var reader = KeyReader()
    var found = bytes.utf8.flatMap { reader.keys(in: [$0]) }
    if reader.isWaiting { found += reader.flush() }
    #expect(found == expected)
  }

  @Test func `invalid bytes are skipped`() {
    var reader = KeyReader()
    let keys = reader.keys(in: [0xFF, 0xC0, 0x80, 0x62, 0xC2, 0x85, 0, 0xE2, 0x41, 0x63])
    #expect(keys == [.character("b"), .character("A"), .character("c")])
  }

  @Test func `a long paste is cut`() {
    let pasted = keys("\u{1B}[200~", String(repeating: "x", count: 200_000), "\u{1B}[201~", "y")
    #expect(pasted == [.paste(String(repeating: "x", count: 64 * 1024)), .character("y")])
  }

  private func text(_ keys: Key..., of start: String = "") -> TextInput {
    var input = TextInput(start)
    for key in keys { _ = input.take(key) }
    return input
  }

  @Test func `keys edit a text`() {
    #expect(text(.character("a"), .character("ö"), .left, .character("b")).text == "abö")
    #expect(text(.backspace, of: "ab").text == "a")
    #expect(text(.backspace, .backspace, of: "a").text == "")
    #expect(text(.control("a"), .delete, of: "ab").text == "b")
    #expect(text(.control("w"), of: "one two ").text == "one ")
    #expect(text(.left, .control("u"), of: "abc").text == "c")
    #expect(text(.control("a"), .control("k"), of: "abc").text == "")
    #expect(text(.left, .left, .left, .right, of: "ab").beginning == "a")
    var input = TextInput()
    let hasMeaning = [Key.enter, .wheelUp, .left].map { input.take($0) }
    #expect(hasMeaning == [false, false, true])
  }

  @Test func `a pasted text becomes one line without control characters`() {
    #expect(text(.paste("one\ntwo\u{1B}[31m\u{202E}\tthree")).text == "one two[31m three")
    #expect(text(.paste(String(repeating: "ä", count: 200))).text.utf8.count == 256)
  }

  @Test(arguments: ["watch", "pick", "prompt", "page", "menu"])
  func `no key has two meanings`(name: String) {
    let tables = ["watch": KeyTable.watch, "pick": .pick, "prompt": .prompt, "page": .page, "menu": .menu]
    let bindings = tables[name]?.bindings ?? []
    let keys = bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let words = bindings.compactMap(\.word)
    #expect(Set(words).count == words.count)
  }

  @Test func `words of commands can be shortened`() {
    #expect(KeyTable.watch.command(word: "sel") == .select)
    #expect(KeyTable.watch.command(word: "select") == .select)
    // `search`, `select`, `sort`
    #expect(KeyTable.watch.command(word: "s") == nil)
    #expect(KeyTable.watch.command(word: "") == nil)
    #expect(KeyTable.pick.command(word: "mark") == .mark)
  }

  @Test(arguments: [28, 40, 80])
  func `the help of the keys fits`(columns: Int) {
    for table in [KeyTable.watch, .pick, .prompt, .page, .menu] {
      #expect(table.help(columns: columns).allSatisfy { $0.columns <= columns })
    }
  }
}
