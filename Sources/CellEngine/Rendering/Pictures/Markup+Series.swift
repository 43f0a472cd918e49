/// The series of a chart. Its values are 0…1 of the height of its part.
extension Markup {
  /// Draws a series in its form.
  mutating func series(
    _ form: HeaderContent.Chart.Form, _ values: [Double], zero: Double, _ part: Frame.Part, _ color: Color
  ) {
    switch form {
    case .column: bars(values, from: zero, part, color)
    case .line: line(values, part, color)
    case .area:
      ground(values, to: zero, part, color)
      line(values, part, color)
    }
  }

  private mutating func bars(_ values: [Double], from zero: Double, _ part: Frame.Part, _ color: Color) {
    guard !values.isEmpty else { return }
    let step = part.width / Double(values.count)
    let gap = step > 4 ? 2.0 : 0
    for (index, value) in values.enumerated() {
      // A value without a size has a visible bar, too.
      let height = 2 + (part.height - 2) * abs(value - zero)
      let top = (part.height - 2) * (1 - max(value, zero))
      shape("rect") { markup in
        markup.attribute("x", part.x + Double(index) * step + gap / 2)
        markup.attribute("y", part.y + top)
        markup.attribute("width", step - gap)
        markup.attribute("height", height)
        markup.fill(color)
      }
    }
  }

  /// Draws a line of two points, with a round end. A single value is a dot.
  private mutating func line(_ values: [Double], _ part: Frame.Part, _ color: Color) {
    shape("path") { markup in
      markup.attribute("d") { markup in
        markup.append("M")
        markup.points(values, in: part)
      }
      markup.attribute("fill", "none")
      markup.stroke(color, 2)
      markup.attribute("stroke-linecap", "round")
      markup.attribute("stroke-linejoin", "round")
    }
  }

  /// Draws the ground between a line and the level `zero`, or the lower edge of its part.
  private mutating func ground(_ values: [Double], to zero: Double, _ part: Frame.Part, _ color: Color) {
    let edge = zero > 0 ? part.y + 1 + (part.height - 2) * (1 - zero) : part.y + part.height
    shape("polygon") { markup in
      markup.attribute("points") { markup in
        markup.points(values, in: part)
        for x in [part.x + part.width - 1, part.x + 1] {
          markup.append(" ")
          markup.point(x, edge)
        }
      }
      markup.fill(color)
      markup.attribute("opacity", 0.2)
    }
  }

  /// Appends the corners of the line. Half of its thickness is inside of the part on each side.
  private mutating func points(_ values: [Double], in part: Frame.Part) {
    let step = (part.width - 2) / Double(max(1, values.count - 1))
    for (index, value) in values.enumerated() {
      if index > 0 { append(" ") }
      point(part.x + 1 + Double(index) * step, part.y + 1 + (part.height - 2) * (1 - value))
    }
    if values.count == 1 {
      append(" ")
      point(part.x + 1, part.y + 1 + (part.height - 2) * (1 - values[0]))
    }
  }

  private mutating func point(_ x: Double, _ y: Double) {
    number(x)
    append(",")
    number(y)
  }
}
