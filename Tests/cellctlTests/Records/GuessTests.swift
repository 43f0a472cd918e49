import CellWire
import Glibc
import Testing

@testable import cellctl

/// Guesses about files, and the cells of them.
@Suite struct GuessTests {
  private static let folder = "Tests/Fixtures/guess/"

  /// The cells of a file or text, the guess, and the notes.
  private struct Outcome {
    var cells: [JSON] = []
    var guess: Guess?
    var notes: [String] = []
    var isOfCells = false

    func text(_ index: Int, _ member: String) -> String? { cells[index][member]?.string }
    func statuses(_ index: Int) -> [String] {
      cells[index]["status"]?.array?.map { status in
        status.string ?? "\(status["text"]?.string ?? "") \(status["state"]?.string ?? "")"
      } ?? []
    }
    var all: String { cells.map(\.text).joined() + notes.joined() }
  }

  private func outcome(_ bytes: [UInt8], path: String, selection: RecordSelection = RecordSelection()) throws
    -> Outcome
  {
    let input = try GuessedInput(TextSource(bytes), path: path, format: nil, selection: selection)
    var pipeline = RecordPipeline()
    pipeline.format = input.format
    pipeline.table = input.table
    pipeline.selection = selection
    try input.guess?.set(in: &pipeline)
    let reader = try pipeline.reader(of: input, limit: 1 << 20)
    var outcome = Outcome(guess: input.guess, notes: input.notes, isOfCells: input.isOfCells)
    while true {
      switch try reader.next() {
      case .cell(let cell, _): outcome.cells.append(try JSON(parsing: cell.json))
      case .rejected(_, let failure): outcome.notes.append(failure.message)
      case .idle: break
      case .end: return outcome
      }
    }
  }

  private func outcome(_ text: String, path: String = "x") throws -> Outcome {
    try outcome(Array(text.utf8), path: path)
  }

  private func outcome(file: String) throws -> Outcome {
    try outcome(try InputSource(path: Self.folder + file).readAll(), path: file)
  }

  @Test func `a list inside of the records of a list`() throws {
    let fleet = try outcome(file: "fleet.json")
    #expect(fleet.cells.map { $0["title"]?.string } == ["north van", "harbour lorry", "long hauler"])
    #expect(fleet.statuses(0) == ["moving"])
    #expect(fleet.statuses(2) == ["failed negative"])
    #expect(fleet.guess?.at == "Depots/*/Vehicles")
    #expect(fleet.guess?.id == "VehicleId")
    #expect(fleet.text(0, "subtitle")?.contains("Crafter") == true)
  }

  @Test func `the key of a map is a field`() throws {
    let houses = try outcome(file: "greenhouses.yaml")
    #expect(houses.cells.map { $0["title"]?.string } == ["tulip", "basil"])
    #expect(houses.statuses(0) == ["ready positive"])
    #expect(houses.statuses(1) == ["not ready negative"])
    #expect(houses.guess?.arguments.prefix(4) == ["--from", "yaml", "--at", "houses/*"])
  }

  @Test func `columns are rows`() throws {
    let tides = try outcome(file: "tides.json")
    #expect(tides.cells.count == 3)
    #expect(tides.guess?.selection.shape == .columns)
    #expect(tides.text(1, "subtitle")?.contains("wind 4.1") == true)
  }

  @Test func `a table shows its separator, its header and what is above it`() throws {
    let till = try outcome(file: "till.csv")
    #expect(till.cells.map { $0["title"]?.string } == ["Lampe; rot", "Stuhl"])
    #expect(till.notes.contains { $0.contains("1 line before the table") })
    let probes = try outcome(file: "probes.log")
    #expect(probes.cells.map { $0["title"]?.string } == ["alpha", "beta"])
    #expect(probes.statuses(1) == ["blocked negative"])
  }

  @Test(arguments: [
    ("a,b\n1,2\n", 0x2C, true), ("name;state\nx;1,5\n", 0x3B, true), ("name\tcity\nA\tB\n", 0x09, true),
    ("Mara,Berlin,31\nJonas,Köln,45\n", 0x2C, false),
    ("| name | state |\n|---|---|\n| a | up |\n", 0x7C, true),
    ("sep=|\nname|x\na|1\n", 0x7C, true),
  ])
  func `tables have a form`(text: String, delimiter: UInt8, hasHeader: Bool) {
    let shape = TableShape(Array(text.utf8)[...], isCertain: true)
    #expect(shape?.delimiter == delimiter)
    #expect((shape?.names == nil) == hasHeader)
  }

  @Test func `columns without a name, twice, and too many or too few are numbered and padded`() throws {
    let table = try outcome("name,name,,state\nA,B,C,up\nD\nE,F,G,down,H\n", path: "x.csv")
    #expect(table.cells.map { $0["title"]?.string } == ["A", "D", "E"])
    #expect(table.all.contains("H") || table.guess != nil)
  }

  @Test func `lines of pairs, columns and JSON among other text`() throws {
    let doors = try outcome(file: "doors.log")
    #expect(doors.cells.map { $0["title"]?.string } == ["door opened", "door stuck"])
    #expect(doors.statuses(1) == ["error negative"])
    let kilns = try outcome(file: "kilns.txt")
    #expect(kilns.cells.map { $0["title"]?.string } == ["kiln-7d9f", "kiln-8c2b"])
    #expect(kilns.statuses(0) == ["Running positive"])
    let valves = try outcome(file: "valves.ndjson")
    #expect(valves.cells.map { $0["title"]?.string } == ["valve closed", "valve open"])
    #expect(valves.statuses(0) == ["error negative"])
  }

  @Test func `a subtitle does not repeat the title in another spelling`() throws {
    let tours = try outcome(
      #"""
      [{"gid":"71","name":"Harbour walk","slug":"harbour-walk","resource_type":"tour","guide":"Ines",
      "permalink_url":"https://tours.example/71"},
      {"gid":"72","name":"Old mill","slug":"old-mill","resource_type":"tour","guide":"Ole",
      "permalink_url":"https://tours.example/72"}]
      """#)
    #expect(tours.text(0, "subtitle") == "Ines · 71")
    #expect(tours.text(0, "href") == "https://tours.example/71")
    #expect(tours.guess?.id == "gid")
  }

  @Test func `a comma in a time does not make a table`() throws {
    let boiler = try outcome("10:01:02,123 INFO hot\n10:01:03,004 WARN cold\n10:01:09,870 INFO hot\n")
    #expect(boiler.guess?.format == .lines && boiler.cells.count == 3)
  }

  @Test func `a line can begin with a bracket`() throws {
    let chat = try outcome("[10:30:00] Ada: is it open?\n[10:31:07] Grace: yes, [since] noon\n")
    #expect(chat.guess?.format == .lines && chat.cells.count == 2)
  }

  @Test func `the texts of an envelope name a record, not its code`() throws {
    let looms = try outcome(
      #"""
      {"records":[{"id":"rec7Bx2Kd9QmT4ws","fields":{"Loom":"Jacquard","Hall":"B","State":"stopped"}},
      {"id":"rec8Bx2Kd9QmT4wt","fields":{"Loom":"Dobby","Hall":"A","State":"running"}}]}
      """#)
    #expect(looms.cells.map { $0["title"]?.string } == ["Jacquard", "Dobby"])
  }

  @Test func `the records of a tree come parents first`() throws {
    let parts = try outcome(file: "parts.json")
    #expect(parts.cells.map { $0["title"]?.string } == ["engine", "piston", "ring", "valve"])
    #expect(parts.guess?.selection.children == "children")
  }

  @Test func `secrets are neither shown nor kept`() throws {
    let accounts = try outcome(file: "accounts.json")
    #expect(!accounts.all.contains("HIDDEN"))
    #expect(accounts.notes.contains { $0.contains("secret") })
    let lists = try outcome(
      """
      [{"name":"a","token":["HIDDEN-8","HIDDEN-9"],"tags":["http://u:HIDDEN-0@h/","x"]},
      {"name":"b","tags":["y","z"]}]
      """)
    #expect(!lists.all.contains("HIDDEN"))
    let pairs = try outcome(#"[{"name":"API_TOKEN","value":"HIDDEN-7"},{"name":"LANG","value":"de"}]"#)
    #expect(!pairs.all.contains("HIDDEN"))
    #expect(pairs.all.contains("de"))
  }

  @Test func `cells of today are cells`() throws {
    #expect(try outcome(file: "cells-today.json").isOfCells)
    // Members that cells may get later do not turn data into broken cells.
    #expect(try !outcome(#"[{"title":"a","amount":1},{"title":"b","amount":2}]"#).isOfCells)
    let typo = try outcome(#"[{"id":"1","tilte":"a"}]"#)
    #expect(!typo.isOfCells)
    #expect(typo.notes.first?.contains("tilte") == true)
    // An unknown state is an error of a cell.
    #expect(try outcome(#"[{"id":"1","title":"a","status":{"state":"erorr"}}]"#).isOfCells)
    // A member with another type makes data.
    #expect(try !outcome(#"[{"title":"a","unread":"never"},{"title":"b","unread":"once"}]"#).isOfCells)
  }

  @Test(arguments: [
    ("{\"a\": 1, // one\n \"b\": [1, 2,],}", #"{"a": 1,        "b": [1, 2 ] }"#),
    ("{\"u\": \"http://x\", /* c */ \"v\": 1,}", #"{"u": "http://x",          "v": 1 }"#),
  ])
  func `comments and trailing commas become blanks`(text: String, expected: String) throws {
    let plain = try FormatGuess.withoutComments(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    #expect(plain?.filter { !$0.isWhitespace } == expected.filter { !$0.isWhitespace })
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\"?><a/>", "XML"), ("<html><body>", "XML"), ("\u{89}PNG", "binary"),
    ("%PDF-1.4", "PDF"),
    ("BEGIN:VCALENDAR\n", "calendar"), ("diff --git a b\n", "diff"), ("{\"a\":1,\"b\":", "ends too early"),
    ("-----BEGIN CERTIFICATE-----\n", "PEM"), ("{\"a\": 1 /* b, \"c\": 2}", "comments"),
    ("// x\n{a: 1}", "comments"),
  ])
  func `what is not read is named`(text: String, expected: String) {
    let bytes = text.hasPrefix("\u{89}") ? [0x89] + Array("PNG\r\n".utf8) : Array(text.utf8)
    #expect(
      performing: { try outcome(bytes, path: "x") },
      throws: { ($0 as? Failure)?.message.contains(expected) == true })
  }

  @Test func `texts in other encodings are read`() throws {
    let text = "name,state\nMüller,open\nWeiß,closed\n"
    for (start, isBig) in [([UInt8](), false), ([0xFF, 0xFE], false), ([0xFE, 0xFF], true)] {
      let bytes =
        start
        + text.utf16.flatMap { unit in
          isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
      #expect(try outcome(bytes, path: "x.csv").cells.map { $0["title"]?.string } == ["Müller", "Weiß"])
    }
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let table = try outcome(latin, path: "x.csv")
    #expect(table.cells.first?["title"]?.string == "Müller")
    #expect(table.notes.contains { $0.contains("Windows-1252") })
  }

  @Test(arguments: [
    // gzip and zstd of one text.
    """
    1f8b0800000000000203cb4bcc4dd5292e492c49e5cacb2f2ac95048073275f20b52f3b88af34b61fcb4c4cc9cd4142e
    00546be09e2d000000
    """,
    """
    28b52ffd04586901006e616d652c73746174650a6e6f72746820676174652c6f70656e0a736f75746820676174652c66
    61696c65640a8b835a4f
    """,
  ])
  func `packed texts are read`(hex: String) throws {
    let digits = hex.filter(\.isHexDigit).compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    let gates = try outcome(bytes, path: "gates.csv.gz")
    #expect(gates.cells.map { $0["title"]?.string } == ["north gate", "south gate"])
    #expect(gates.statuses(1) == ["failed negative"])
    #expect(performing: { try outcome(Array(bytes.dropLast(9)), path: "x") }, throws: { $0 is Failure })
  }

  @Test(arguments: [
    "Depots/Vehicles", "Depots/*/Vehicles", ".Depots[].Vehicles[]", "$.Depots[*].Vehicles[*]",
    "$['Depots'][*]['Vehicles']",
  ])
  func `a path has several spellings`(path: String) throws {
    var reader = TemplateReader(path)
    var selection = RecordSelection()
    selection.path = try reader.path()
    let bytes = try InputSource(path: Self.folder + "fleet.json").readAll()
    let records = try selection.records(of: Record(bytes: bytes, position: RecordPosition()))
    #expect(records.count == 3)
    let fleet = try outcome(bytes, path: "x", selection: selection)
    #expect(fleet.cells.map { $0["title"]?.string } == ["north van", "harbour lorry", "long hauler"])
  }

  /// The options of a guess make the same cells as the guess.
  @Test(arguments: ["fleet.json", "greenhouses.yaml", "tides.json", "doors.log", "parts.json", "kilns.txt"])
  func `a guess is nothing but options`(file: String) throws {
    let guessed = try outcome(file: file)
    let arguments = try #require(guessed.guess?.arguments)
    let options = try RecordOptions.parse(arguments)
    let pipeline = try options.pipeline { _ in }
    let reader = try pipeline.reader(of: try InputSource(path: Self.folder + file), limit: 1 << 20)
    var cells: [JSON] = []
    while let (cell, _) = try reader.nextCell() { cells.append(try JSON(parsing: cell.json)) }
    #expect(cells == guessed.cells)
  }

  @Test func `{index} is the number of a record`() throws {
    var pipeline = RecordPipeline()
    pipeline.mapping = try FieldMapping(["title={index} {name or index}"])
    pipeline.idRule = .hash
    let text = #"[{"name":"a"},{},{"index":"own"}]"#
    let reader = try pipeline.reader(of: TextSource(Array(text.utf8)), limit: 1 << 20)
    var titles: [String?] = []
    while let (cell, _) = try reader.nextCell() {
      titles.append(try JSON(parsing: cell.json)["title"]?.string)
    }
    #expect(titles == ["0 a", "1 1", "own own"])
  }

  @Test func `nothing to show is not an error`() throws {
    for text in ["[]", "{}", "null", "\n"] { #expect(try outcome(text).cells.isEmpty) }
  }
}
