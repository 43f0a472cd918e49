import Testing

@testable import CellEngine

/// The distances that `compare --annotate` draws.
@Suite struct RedlinesTests {
  private let size = PictureSize(width: 100, height: 60)

  private func lengths(_ axis: Redlines.Axis, _ boxes: [Redlines.Box]) -> [Double] {
    Redlines(boxes, size: size).distances.filter { $0.axis == axis }.map(\.length).sorted()
  }

  @Test func neighboursAndEdgesHaveADistance() {
    let boxes = [
      Redlines.Box(x: 16, y: 10, width: 20, height: 40), Redlines.Box(x: 48, y: 12, width: 30, height: 16),
      Redlines.Box(x: 48, y: 32, width: 20, height: 16),
    ]
    // The margins, and the gap after the first box.
    #expect(lengths(.horizontal, boxes) == [12, 16, 22])
    #expect(lengths(.vertical, boxes) == [4, 10, 10])
  }

  @Test func boxesThatTouchHaveNone() {
    let boxes = [
      Redlines.Box(x: 0, y: 0, width: 50, height: 60), Redlines.Box(x: 50, y: 0, width: 50, height: 60),
    ]
    #expect(Redlines(boxes, size: size).distances.isEmpty)
    #expect(Redlines([], size: size).distances.isEmpty)
  }

  @Test func distancesAreDrawnBeforeTheEndOfThePicture() {
    let redlines = Redlines([Redlines.Box(x: 16, y: 10, width: 20, height: 40)], size: size)
    let picture = Array("<li><svg><rect/></svg></li>".utf8)
    let drawn = String(decoding: redlines.drawn(over: picture, size: size), as: UTF8.self)
    #expect(drawn.hasPrefix("<li><svg><rect/><g") && drawn.hasSuffix("</g></svg></li>"))
    #expect(drawn.contains(">16</text>") && drawn.contains(">64</text>") && drawn.contains(">60</text>"))
    #expect(redlines.drawn(over: [1], size: size) == [1])
  }
}
