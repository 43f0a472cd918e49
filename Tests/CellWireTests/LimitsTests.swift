import Testing

@testable import CellWire

/// Limits from text.
@Suite struct LimitsTests {
  @Test func aFileHasALineForEachLimit() throws {
    var limits = Limits.standard
    try limits.set(file: "# of this machine\n\n cells = 500000 # half a million\r\n\twindow=20\n")
    #expect(limits.cells == 500_000 && limits.window == 20)
    #expect(limits.sessions == Limits.standard.sessions)
  }

  @Test(arguments: [
    ("cells=5\n\ncels=5", #"Line 3: Unknown limit "cels"; use "cells"."#),
    ("cells", #"Line 1: Expected NAME=NUMBER with a number of at least 1, got "cells"."#),
    ("#\ncells=many", #"Line 2: Expected NAME=NUMBER with a number of at least 1, got "cells=many"."#),
  ])
  func anErrorNamesItsLine(text: String, sentence: String) {
    var limits = Limits.standard
    #expect(throws: LimitError(sentence: sentence)) { try limits.set(file: text) }
  }

  @Test func someLimitsStayUntilARestart() {
    var limits = Limits.standard
    var others = Limits.standard
    (others.cells, others.line, others.pending) = (7, 8, 9)
    #expect(limits.change(to: others) == [.line, .pending])
    #expect(limits.cells == 7 && limits.line == Limits.standard.line)
  }
}
