import CellEngine
import Testing

/// At every width in the range that a row reports as stable, its layout has the same height, also
/// in fonts.
@Suite("Stable widths in fonts")
struct StableWidthTests {
  private static let descriptions = [
    "Bearing temperature rose to 78 °C within two hours after start-up; check lubrication and alignment.",
    "ブレーキの摩耗を測定し、ロープの張力を記録してください。👷🏽‍♀️ 二人で作業すること。",
    "درجة حرارة المحمل ارتفعت إلى 78 درجة خلال ساعتين بعد التشغيل؛ افحص التشحيم والمحاذاة.",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft: Überprüfung",
    "one\ntwo three four five six seven\neight",
    "Температура подшипника поднялась до 78 °C за два часа после пуска; проверьте смазку и соосность.",
  ]

  @Test(arguments: ["compose", "ios", "swiftui"], descriptions)
  func heightsStay(profile: String, description: String) throws {
    var cell = Cell(id: "1", title: String(description.prefix(24)))
    cell.subtitle = "Preventive maintenance"
    cell.description = description
    cell.tags = ["vibration", "bearing"]
    cell.status = [Status(text: "Open")]
    let packed = CellRecord(cell)
    var rows: [(width: Int32, height: Int32, stable: ClosedRange<Int32>)] = []
    for width in stride(from: 90.0, through: 560, by: 1.7) {
      var environment = Environment()
      environment.unit = .point
      environment.width = .definite(width)
      environment.widthClass = .compact
      environment.profile = profile
      environment.description = .below
      let resolved = try Style(environment, fonts: library)
      var layout = CellLayout(resolved)
      let prepared = PreparedCells([packed], for: Preparation(resolved))
      layout.layOut(packed, state: CellState(), prepared: prepared, at: 0) { row in
        rows.append((resolved.width, row.height, row.stableWidths))
      }
    }
    for row in rows {
      #expect(row.stable.contains(row.width))
      let others = rows.filter { row.stable.contains($0.width) }
      #expect(others.allSatisfy { $0.height == row.height }, "at \(row.width), \(row.stable)")
    }
    // Lines that end at hard breaks have fewer stable widths.
    guard !description.contains("\n") else { return }
    #expect(rows.contains { row in rows.count { row.stable.contains($0.width) } > 10 })
  }
}
