import Testing

@testable import CellEngine

/// The rows of a cell in columns, without a session.
func rows(_ cell: Cell, _ change: (inout Environment) -> Void = { _ in }) throws -> [String] {
  var environment = Environment()
  change(&environment)
  let resolved = try Style(environment)
  let packed = CellRecord(cell)
  var layout = CellLayout(resolved)
  let prepared = PreparedCells([packed], for: Preparation(resolved))
  var bytes: [UInt8] = []
  layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) {
    TextRenderer().append($0, to: &bytes)
  }
  return String(decoding: bytes.dropLast(), as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The work order that the documentation uses as its example.
func pumpStation() -> Cell {
  var cell = Cell(id: "WO-11482", title: "Pump station 7 — vibration alarm on bearing 2")
  cell.subtitle = "WO-11482 · Preventive maintenance"
  cell.footnote = "Plant 1010, Hall 3"
  cell.description =
    "Bearing temperature rose to 78 °C within two hours after start-up; check lubrication and alignment before "
    + "the next shift, and log both values in the order."
  cell.unread = true
  cell.image = Image(initials: "AB")
  cell.status = [Status(text: "High", state: .negative), Status(text: "Open")]
  return cell
}

@Suite("The documentation's example")
struct ExampleRows {
  @Test func compact() throws {
    let lines = try rows(pumpStation()) { $0.width = .definite(48) }
    #expect(
      lines == [
        "● AB  Pump station 7 — vibration alarm on…  High",
        "      WO-11482 · Preventive maintenance     Open",
        "      Plant 1010, Hall 3",
        "      Bearing temperature rose to 78 °C within",
        "      two hours after start-up; check",
        "      lubrication and alignment before the next…",
      ])
  }

  @Test func expanded() throws {
    let lines = try rows(pumpStation()) { $0.width = .definite(110) }
    #expect(
      lines == [
        "● AB  Pump station 7 — vibration alarm on bearing 2     Bearing temperature rose to 78 °C within two      High",
        "      WO-11482 · Preventive maintenance                 hours after start-up; check lubrication and       Open",
        "      Plant 1010, Hall 3                                alignment before the next shift, and log both v…",
      ])
  }
}
