import Testing

@testable import cellctl

/// Tables that programs print.
@Suite struct TextColumnsTests {
  private func columns(_ text: String) -> (names: [String], rows: [[String]])? {
    let lines = text.split(separator: "\n").map(String.init)
    return TextColumns(lines).map { columns in
      (columns.names, lines.dropFirst().compactMap(columns.cells))
    }
  }

  @Test func `blanks in all lines separate columns`() throws {
    let table = try #require(
      columns(
        """
        USER         PID %MEM TTY      COMMAND
        ada         4211 12.0 pts/0    vi a b
        größe          7  0.5 ?        sleep 3
        """))
    #expect(table.names == ["USER", "PID", "%MEM", "TTY", "COMMAND"])
    #expect(
      table.rows == [["ada", "4211", "12.0", "pts/0", "vi a b"], ["größe", "7", "0.5", "?", "sleep 3"]])
  }

  @Test func `a name can have several words`() throws {
    let table = try #require(
      columns(
        """
        CRATE ID     KIND OF FRUIT   Stored on
        a1b2c3d4e5   Quitte          /north
        f6           –               /south/cellar
        """))
    #expect(table.names == ["CRATE ID", "KIND OF FRUIT", "Stored on"])
    #expect(table.rows == [["a1b2c3d4e5", "Quitte", "/north"], ["f6", "–", "/south/cellar"]])
  }

  @Test func `words of values can have blanks at one place`() throws {
    let table = try #require(
      columns(
        """
        OVEN    LAST BAKE                 LOAF
        north   2 hours (rye)             round
        south   9 weeks (half-white, new) tin
        """))
    #expect(table.rows[0] == ["north", "2 hours (rye)", "round"])
    #expect(table.rows[1] == ["south", "9 weeks (half-white, new)", "tin"])
  }

  @Test func `cells can be empty, also the last`() throws {
    let table = try #require(
      columns(
        """
        BERTH   SHIP       CARGO    CREW
        A       Gudrun     maize    12
        B                           3
        C       Nordstern
        """))
    #expect(
      table.rows == [["A", "Gudrun", "maize", "12"], ["B", "", "", "3"], ["C", "Nordstern", "", ""]])
  }

  @Test func `a value that is too long moves the end of its column`() throws {
    let table = try #require(
      columns(
        """
        LOOM    THREADS COLOUR
        l1          120 red
        l2      1200000 dark blue
        long-name-of-a-loom 88 green
        l4           90 ochre
        """))
    #expect(table.rows[1] == ["l2", "1200000", "dark blue"])
    #expect(table.rows[2].joined(separator: " ") == "long-name-of-a-loom 88 green")
    #expect(table.rows[3] == ["l4", "90", "ochre"])
  }

  @Test func `a line of hyphens says where columns are`() throws {
    let table = try #require(
      columns(
        """
        Bell Name      Weight Cast In
        ============== ====== =======
        Old Hannah      4,200    1684
        Little Bell        90    1912
        """))
    #expect(table.names == ["Bell Name", "Weight", "Cast In"])
    #expect(table.rows == [["Old Hannah", "4,200", "1684"], ["Little Bell", "90", "1912"]])
  }

  @Test(arguments: [
    (
      """
      State  Left Right Harbour Name:Berth Pilot
      afloat    2     0      Ostend Bay:12 Anna
      afloat    1    11        Bruges:1    Bo

      """, true
    ),
    ("NAME    STATE\npump    on\n", true),
    ("Valve    Turns   Tight for\nv1          12   3 h\nv2           9   4 h\n", true),
    ("Pane    Width\n------  -----\nnorth   12\n", true),
    ("Once upon a time there was a\nmill that stood in the dunes\nand turned all day and night\n", false),
    ("a line  with two blanks\nanother one\nand  a third\n", false),
    ("12:00  started\n12:01  stopped\n12:02  started\n", false),
    ("ONE LINE\n", false),
  ])
  func `what is a table`(text: String, isTable: Bool) {
    let lines = text.split(separator: "\n").map(String.init)
    #expect(TextColumns.areTable(lines, isName: TableShape.isName) == isTable)
  }
}
