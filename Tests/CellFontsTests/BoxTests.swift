import CellEngine
import Testing

@testable import CellFonts

/// Tags and initials are drawn inside of their box, in the fonts of this machine.
@Suite struct BoxTests {
  private func frames(
    _ profile: String, width: Double, scale: Double = 1, _ change: (inout Cell) -> Void
  ) throws -> [Frame] {
    var environment = Environment()
    environment.unit = .point
    environment.profile = profile
    environment.width = .definite(width)
    environment.margins = false
    environment.textScale = scale
    var layout = CellLayout(try Style(environment, fonts: library))
    var cell = Cell(id: "1", title: "T")
    change(&cell)
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(layout.style))
    var frames: [Frame] = []
    layout.layOut(packed, state: CellState(), prepared: prepared, at: 0) { row in
      frames = FrameRenderer.frames(of: row)
    }
    return frames
  }

  @Test(arguments: ["compose", "ios", "swiftui"], [1.0, 2])
  func tagsKeepTheirInsets(profile: String, scale: Double) throws {
    for tag in [
      "Wwwwwwwwwwwwwwww", "Überprüfungsprotokollierung", "an efficient office", "לשכה יעילה מאוד ומהירה",
    ] {
      for width in stride(from: 70.0, through: 160, by: 1) {
        let tags = try frames(profile, width: width, scale: scale) { $0.tags = [tag] }.filter {
          $0.slot == .tags
        }
        for frame in tags where frame.width > 20 {
          let line = try #require(frame.lines.first)
          #expect(line.x >= frame.x + 4, "\(line.text) at \(width)")
          #expect(line.x + line.width <= frame.x + frame.width - 4, "\(line.text) at \(width)")
          #expect(frame.x + frame.width <= width)
        }
      }
    }
  }

  /// A group of `swiftui` shows two avatars.
  @Test(
    arguments: [
      ("compose", ["AB", "WM", "MW", "ЩЖ"]), ("ios", ["AB", "WM", "MW", "ЩЖ"]), ("swiftui", ["AB", "WM"]),
      ("swiftui", ["MW", "ЩЖ"]),
    ], [1.0, 2])
  func initialsAreWhole(_ row: (profile: String, initials: [String]), scale: Double) throws {
    let (profile, initials) = row
    let avatars = try frames(profile, width: 400, scale: scale) {
      $0.avatars = initials.map { Image(initials: $0) }
    }.filter { $0.slot == .avatars }
    #expect(avatars.count == initials.count)
    // Avatars of less than 24 points have no initials.
    let hasInitials = avatars.allSatisfy { $0.width >= 24 }
    #expect(avatars.map { $0.lines.first?.text } == (hasInitials ? initials : initials.map { _ in "" }))
    for frame in avatars where hasInitials {
      let line = try #require(frame.lines.first)
      #expect(line.x >= frame.x && line.x + line.width <= frame.x + frame.width)
      #expect(
        line == frame.parts.compactMap { if case .text(let line) = $0.content { line } else { nil } }.first)
    }
  }
}
