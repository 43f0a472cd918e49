import Testing

@testable import CellEngine

/// The sizes that grow with the text scale in points: texts, icons and the marks next to them.
@Suite("Text scale in points")
struct PointScaleTests {
  private func avatars(_ scale: Double, _ profile: String) throws -> PointRow {
    try PointRow.row(profile, width: 200) {
      $0.avatars = (0..<60).map { _ in Image(initials: "WM") }
    } _: {
      $0.textScale = scale
    }
  }

  @Test(arguments: [("compose", 16.0, 14.0), ("ios", 45, 22.5)])
  func avatars(profile: String, edge: Double, step: Double) throws {
    for scale in [0.5, 1, 2] {
      let frames = try avatars(scale, profile).frames.filter { $0.slot == .avatars }
      let images = frames.filter { $0.role != .more }
      #expect(images.allSatisfy { $0.width == edge * scale && $0.height == edge * scale })
      if images.count > 1 { #expect(images[1].x - images[0].x == step * scale) }
      // The `+N` of hidden avatars is inside of its element.
      let more = try #require(frames.last)
      let line = try #require(more.lines.first)
      #expect(more.role == .more && line.baseline <= more.y + more.height && line.baseline > more.y)
    }
  }

  /// No initials of a stack are below the next avatar. All have one size.
  @Test(arguments: [Environment.Direction.ltr, .rtl], [1.0, 2])
  func initialsOfAStackAreNotCovered(_ direction: Environment.Direction, scale: Double) throws {
    let row = try PointRow.row("ios", width: 700) {
      $0.avatars = ["AB", "WM", "I", "CD"].map { Image(initials: $0) }
    } _: {
      $0.textScale = scale
      $0.direction = direction
    }
    let frames = row.frames.filter { $0.slot == .avatars }
    #expect(frames.count == 4)
    for (frame, next) in zip(frames, frames.dropFirst()) {
      let line = try #require(frame.lines.first)
      #expect(line.x + line.width <= next.x || line.x >= next.x + next.width)
    }
    #expect(Set(frames.compactMap { $0.lines.first?.font?.size }.map { $0.rounded() }).count <= 2)
  }

  @Test func actions() throws {
    for scale in [1.0, 2] {
      let row = try PointRow.row("compose") {
        $0.actions = [Action(id: "call", icon: Icon(name: "call"))]
      } _: {
        $0.textScale = scale
      }
      #expect(row[.actions]?.width == 25 * scale)
    }
  }

  /// Initials are cut if they would be wider than their image at the size in which they are drawn.
  /// The drawn initials are inside of the image.
  @Test(arguments: ["compose", "ios", "swiftui"], [1.0, 2])
  func initialsFitTheirImage(profile: String, scale: Double) throws {
    for initials in ["A", "AB", "WM", "ABCDE", "ABCDEFGH"] {
      let row = try PointRow.row(profile) {
        $0.image = Image(initials: initials)
        $0.avatars = [Image(initials: initials)]
      } _: {
        $0.textScale = scale
      }
      for frame in row.frames where frame.slot == .image || frame.slot == .avatars {
        let line = try #require(frame.lines.first)
        guard frame.slot == .image || frame.width >= 24 else {
          #expect(line.text.isEmpty)
          continue
        }
        #expect(line.text == String(initials.prefix(5)))
        #expect(line.x >= frame.x && line.x + line.width <= frame.x + frame.width)
        #expect(line.baseline > frame.y && line.baseline < frame.y + frame.height)
        #expect((line.font?.size ?? 0) <= 0.5 * frame.width + 0.001)
      }
    }
  }
}
