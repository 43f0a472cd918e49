import Testing

@testable import CellEngine

/// A row without a width has no trailing edge, so nothing is padded up to one.
@Suite("Rows without a width")
struct UnlimitedWidthTests {
  private static let long = String(repeating: "argument ", count: 40) + "end"

  private func unlimited(_ cell: Cell, _ change: (inout Environment) -> Void = { _ in }) throws -> [String] {
    try rows(cell) {
      $0.width = .unlimited
      change(&$0)
    }
  }

  private func header(_ cell: Cell, _ change: (inout Environment) -> Void = { _ in }) throws -> [String] {
    var environment = Environment()
    environment.width = .unlimited
    change(&environment)
    let style = try Style(environment)
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    var bytes: [UInt8] = []
    layout.layOutHeader(
      packed, state: CellState(of: cell), prepared: PreparedCells(header: packed, for: Preparation(style)),
      page: 0
    ) { row, _, _ in TextRenderer().append(row, to: &bytes) }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func statusesFollowTheirOwnLines() throws {
    var cell = Cell(id: "1", title: "sleep")
    cell.subtitle = Self.long
    cell.footnote = "since Monday"
    cell.status = ["Z", "0.0 %", "root"].map { Status(text: $0) }
    #expect(try unlimited(cell) == ["sleep  Z", "\(Self.long)  0.0 %", "since Monday  root"])
    cell.footnote = nil
    #expect(try unlimited(cell) == ["sleep  Z", "\(Self.long)  0.0 %", "  root"])
    cell.accessory = .disclosure
    cell.actions = [Action(id: "kill", title: "Kill")]
    #expect(try unlimited(cell) == ["sleep  Z  [Kill]", "\(Self.long)  0.0 %", "  root"])
    let horizontal = try unlimited(cell) { ($0.profile, $0.statusAxis) = ("ios", .horizontal) }
    #expect(horizontal == ["sleep  Z  0.0 %  [Kill]", Self.long])
  }

  @Test func descriptionsFollowTheTitle() throws {
    var cell = Cell(id: "1", title: "sshd")
    cell.subtitle = Self.long
    cell.description = "OpenSSH server"
    cell.status = [Status(text: "on"), Status(text: "enabled")]
    let lines = try unlimited(cell) { $0.description = .column }
    #expect(lines.count == 2 && lines[1] == "\(Self.long)  enabled")
    #expect(lines[0].split(separator: " ") == ["sshd", "OpenSSH", "server", "on"])
    #expect(!lines[0].contains("     "))
    // Lines of a description would begin with the blanks of a longer line before them.
    for (text, lines) in [("OpenSSH\nserver", ["OpenSSH", "server"]), ("ملف\u{2029}سجل", ["ملف", "سجل"])] {
      cell.description = text
      let below = try unlimited(cell) { $0.description = .column }
      #expect(below == ["sshd  on", "\(Self.long)  enabled"] + lines)
    }
    cell.description = "one line\n"
    #expect(try unlimited(cell) { $0.description = .column }.allSatisfy { !$0.contains("     ") })
    cell.description = Self.long
    cell.subtitle = nil
    #expect(try unlimited(cell) { $0.description = .below } == ["sshd  on", "  enabled", Self.long])
  }

  @Test func contactsAndKeyValues() throws {
    var cell = Cell(id: "1", title: "Ada")
    cell.kind = .contact
    cell.subtitle = Self.long
    cell.actions = [Action(id: "call", title: "Call")]
    cell.status = [Status(text: "away")]
    #expect(try unlimited(cell)[0] == "Ada  away  [Call]")
    cell = Cell(id: "2", title: "Kernel")
    cell.kind = .keyValue
    cell.subtitle = Self.long
    cell.status = [Status(text: "ok")]
    #expect(try unlimited(cell) { $0.widthClass = .compact } == ["Kernel  ok", Self.long])
    #expect(try unlimited(cell) { $0.widthClass = .regular } == ["Kernel  \(Self.long)  ok"])
    cell.subtitle = "a\n\(Self.long)"
    #expect(
      try unlimited(cell) { $0.widthClass = .regular }
        == ["Kernel  a" + String(repeating: " ", count: Self.long.count) + " ok", "        \(Self.long)"])
  }

  @Test func columnsOfTablesAreAsWideAsTheirTexts() throws {
    var cell = Cell(id: "1", title: "")
    cell.kind = .grid
    cell.columns = ["a", "bcd", "e"].map { GridColumn(text: $0, width: .fixed(90)) }
    cell.status = [Status(text: "up")]
    let lines = try unlimited(cell) { $0.widthClass = .regular }
    #expect(lines.map { $0.split(separator: " ") } == [["a", "bcd", "e", "up"]])
    #expect(!lines[0].contains("    "))
  }

  @Test func sectionsAndMessages() throws {
    var cell = Cell(id: "1", title: "Overdue")
    cell.kind = .section
    cell.count = 3
    cell.accessory = .disclosure
    #expect(try unlimited(cell) == ["Overdue (3) ›"])
    cell = Cell(id: "2", title: "No orders")
    cell.kind = .empty
    cell.description = Self.long
    cell.actions = [Action(id: "new", title: "New")]
    #expect(try unlimited(cell).filter { !$0.isEmpty } == ["No orders", Self.long, "[New]"])
  }

  @Test func rightToLeft() throws {
    var cell = Cell(id: "1", title: "עברית")
    cell.subtitle = Self.long
    cell.status = [Status(text: "פתוח"), Status(text: "3")]
    cell.accessory = .disclosure
    // A text of its own direction begins where its line does.
    #expect(try unlimited(cell) { $0.profile = "ios" } == ["עברית  פתוח  ›", "\(Self.long)  3"])
    let mirrored = try unlimited(cell) { ($0.profile, $0.direction) = ("ios", .rtl) }
    #expect(mirrored == ["‹  פתוח  עברית", "3  \(Self.long)"])
    cell.kind = .empty
    #expect(try unlimited(cell) { $0.direction = .rtl } == ["עברית"])
  }

  @Test func headers() throws {
    var cell = Cell(id: "1", title: "Pump 7")
    cell.subtitle = Self.long
    cell.status = [Status(text: "High"), Status(text: "Open")]
    cell.description = "Bearing"
    let lines = try header(cell)
    #expect(lines[0].split(separator: " ") == ["Pump", "7", "Bearing", "High"])
    #expect(!lines[0].contains(String(repeating: " ", count: 12)))
    #expect(lines[1].split(separator: " ").last == "Open" && lines[1].hasPrefix(Self.long))
    let mirrored = try header(cell) { $0.direction = .rtl }
    #expect(mirrored.allSatisfy { !$0.hasPrefix(" ") })
    cell.subtitle = "WO-7"
    cell.header = HeaderContent(
      tags: ["hot"],
      chart: HeaderContent.Chart(
        title: "Temperature", kpi: "78 °C", values: (0..<60).map { Double($0 % 9) }, minimum: "9"),
      description: nil)
    #expect(try header(cell)[0].split(separator: " ") == ["Pump", "7", "Temperature", "High"])
    #expect(try !header(cell)[0].contains(String(repeating: " ", count: 12)))
  }

  /// In points a slot is after the widest of the texts beside it.
  @Test func frames() throws {
    var cell = Cell(id: "1", title: "sleep")
    cell.subtitle = Self.long
    cell.status = [Status(text: "Z"), Status(text: "0.0 %")]
    var environment = Environment()
    (environment.width, environment.unit, environment.statusAxis) = (.unlimited, .point, .vertical)
    let frames = try frames(of: cell, Style(environment))
    let (title, subtitle) = (frames.first { $0.slot == .title }!, frames.first { $0.slot == .subtitle }!)
    #expect(title.width < 60 && subtitle.width > 1_000)
    for status in frames.filter({ $0.slot == .status }) {
      let beside = [title, subtitle].filter { $0.y < status.y + status.height && status.y < $0.y + $0.height }
      let end = beside.map { $0.x + $0.width }.max() ?? title.x
      #expect(status.x > end && status.x < end + 40)
    }
  }

  private func frames(of cell: Cell, _ style: Style) throws -> [Frame] {
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    var frames: [Frame] = []
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells([packed], for: Preparation(style)), at: 0
    ) { frames = FrameRenderer.frames(of: $0) }
    return frames
  }

  /// Between two slots of a line is at most the widest gap. A line begins at the margin or after
  /// the leading marks. Slots of several lines are rectangles, so they are left out.
  @Test func noRunOfBlanksIsLongerThanItsGap() throws {
    var random = RandomCells(seed: 31)
    var compared = 0
    for _ in 0..<600 {
      let cell = random.cell(id: "1")
      var environment = random.environment(width: nil)
      environment.unit = .column
      let style = try Style(environment)
      let all = try frames(of: cell, style)
      let frames = all.filter { $0.width > 0 && $0.height > 0 }
      guard cell.kind.isObject, cell.kind != .grid, frames.allSatisfy({ $0.height <= 1 }) else { continue }
      compared += 1
      let isMirrored = style.direction == .rtl
      let start = all.first { $0.slot == .title }.map(\.x) ?? 0
      for y in Set(frames.map(\.y)) {
        let line = frames.filter { $0.y == y }.sorted { $0.x < $1.x }
        let given = GivenRow(cell, style)
        #expect(y == 0 && !isMirrored || line[0].x <= (isMirrored ? 2 : start + 6), "\(line[0]) in \(given)")
        for (one, next) in zip(line, line.dropFirst()) where ![one.slot, next.slot].contains(where: leads) {
          #expect(next.x - one.x - one.width <= 6, "\(one) and \(next) in \(given)")
        }
      }
    }
    #expect(compared > 100)
  }

  private func leads(_ slot: Slot) -> Bool { [.control, .unread, .icons, .number, .image].contains(slot) }
}
