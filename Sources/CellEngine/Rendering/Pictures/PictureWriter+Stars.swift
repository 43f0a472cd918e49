/// Draws the stars of a rating control.
extension PictureWriter {
  /// Writes `max` stars. Their height is that of the part, and they fill its width. The first
  /// `value` of them are full, from the leading edge.
  mutating func writeStars(_ part: Frame.Part, _ style: PartStyle, value: Double, max: Int) {
    let edge = part.height
    let step = max > 1 ? (part.width - edge) / Double(max - 1) : 0
    let rated = style.isDisabled ? style.color : theme.rated
    let unrated = style.isDisabled ? style.color : theme.unrated
    for index in 0..<max {
      let place = style.isMirrored ? max - 1 - index : index
      let x = part.x + Double(place) * step + edge / 2
      let y = part.y + edge / 2
      let isFull = value >= Double(index + 1)
      writeStar(Star.corners, x: x, y: y, radius: edge / 2, isFull ? rated : unrated, isFilled: isFull)
      guard !isFull, value > Double(index) else { continue }
      let half = Star.corners.filter { style.isMirrored ? $0.x >= 0 : $0.x <= 0 }
      writeStar(half, x: x, y: y, radius: edge / 2, rated, isFilled: true)
    }
  }

  private mutating func writeStar(
    _ corners: [(x: Double, y: Double)], x: Double, y: Double, radius: Double, _ color: Color, isFilled: Bool
  ) {
    markup.shape("polygon") { markup in
      markup.attribute("points") { markup in
        for (index, corner) in corners.enumerated() {
          if index > 0 { markup.append(" ") }
          markup.number(x + corner.x * radius)
          markup.append(",")
          markup.number(y + corner.y * radius)
        }
      }
      guard !isFilled else { return markup.fill(color) }
      markup.attribute("fill", "none")
      markup.stroke(color, 1)
    }
  }
}

/// The shape of a star.
private enum Star {
  /// The corners of a star around the origin, from the top, outer and inner in turn. The outer
  /// corners have a distance of 1.
  static let corners: [(x: Double, y: Double)] = [
    (0, -1), (0.2245, -0.309), (0.9511, -0.309), (0.3633, 0.118), (0.5878, 0.809), (0, 0.382),
    (-0.5878, 0.809), (-0.3633, 0.118), (-0.9511, -0.309), (-0.2245, -0.309),
  ]
}
