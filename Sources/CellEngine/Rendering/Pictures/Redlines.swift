/// The distances in the picture of a row, in points: between neighbouring elements, and between
/// elements and the edges of the row. Designers call such lines redlines.
package struct Redlines {
  /// The rectangle of an element. That of a text is as wide as its longest line.
  package struct Box: Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }

    package init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    fileprivate func extent(_ axis: Axis) -> Range<Double> {
      axis == .horizontal ? x..<max(x, right) : y..<max(y, bottom)
    }
  }

  package enum Axis: Hashable, CaseIterable {
    case horizontal, vertical

    fileprivate var other: Axis { self == .horizontal ? .vertical : .horizontal }
  }

  /// A distance along an axis, at a place on the other axis.
  package struct Distance: Hashable {
    package var axis: Axis
    package var start: Double
    package var end: Double
    var place: Double

    package var length: Double { end - start }
  }

  /// Shorter distances are not shown.
  private static let least = 0.5
  /// The largest distance of a vertical line from the start of the elements that it joins.
  private static let inset = 12.0
  /// The size of the numbers, and half of the length of the ends of a line.
  private static let letters = 8.0
  private static let tick = 2.0
  private static let color = Color(0xE3_00_7B)

  private let boxes: [Box]
  package private(set) var distances: [Distance] = []

  /// The distances between `boxes`, in a row of `size`.
  package init(_ boxes: [Box], size: PictureSize) {
    self.boxes = boxes
    for axis in Axis.allCases {
      for box in boxes { addNext(after: box, axis) }
      let edge = axis == .horizontal ? size.width : size.height
      if let first = boxes.min(by: { $0.extent(axis).lowerBound < $1.extent(axis).lowerBound }) {
        add(axis, 0, first.extent(axis).lowerBound, at: first.extent(axis.other))
      }
      if let last = boxes.max(by: { $0.extent(axis).upperBound < $1.extent(axis).upperBound }) {
        add(axis, last.extent(axis).upperBound, edge, at: last.extent(axis.other))
      }
    }
  }

  /// Adds the distance to the nearest element after `box` that has a part of its other extent.
  private mutating func addNext(after box: Box, _ axis: Axis) {
    let (end, across) = (box.extent(axis).upperBound, box.extent(axis.other))
    let next = boxes.filter {
      $0.extent(axis).lowerBound >= end && $0.extent(axis.other).overlaps(across)
    }.min { $0.extent(axis).lowerBound < $1.extent(axis).lowerBound }
    guard let next else { return }
    add(axis, end, next.extent(axis).lowerBound, at: across.clamped(to: next.extent(axis.other)))
  }

  /// Adds a distance once, in the middle of the extent that its elements share; a vertical line is
  /// near the start.
  private mutating func add(_ axis: Axis, _ start: Double, _ end: Double, at shared: Range<Double>) {
    guard end - start >= Self.least else { return }
    guard !distances.contains(where: { $0.axis == axis && $0.start == start && $0.end == end }) else {
      return
    }
    let half = (shared.upperBound - shared.lowerBound) / 2
    let place = shared.lowerBound + (axis == .vertical ? min(Self.inset, half) : half)
    distances.append(Distance(axis: axis, start: start, end: end, place: place))
  }

  // MARK: Drawing

  /// Returns a picture with the distances, the boxes and the height of the row drawn over it. The
  /// picture is an `svg` element, or an element that ends with one.
  package func drawn(over picture: [UInt8], size: PictureSize) -> [UInt8] {
    let end = Array("</svg>".utf8)
    guard let index = picture.indices.reversed().first(where: { picture[$0...].starts(with: end) }) else {
      return picture
    }
    var markup = Markup(.svg, appendingTo: Array(picture[..<index]))
    markup.begin("g") { $0.attribute("aria-hidden", "true") }
    for box in boxes { Self.draw(box, in: &markup) }
    for distance in distances { Self.draw(distance, in: &markup) }
    // The number is near the top, as the margin of the first element has its number in the middle.
    Self.draw(Distance(axis: .vertical, start: 0, end: size.height, place: 4), at: 12, in: &markup)
    markup.end("g")
    markup.markup(picture[index...])
    return markup.bytes
  }

  private static func draw(_ box: Box, in markup: inout Markup) {
    markup.shape("rect") { markup in
      markup.attribute("x", box.x)
      markup.attribute("y", box.y)
      markup.attribute("width", box.width)
      markup.attribute("height", box.height)
      markup.attribute("fill", "none")
      markup.stroke(color, 0.5)
      markup.attribute("opacity", 0.5)
    }
  }

  /// Draws a line with ends, and its length in points next to it.
  ///
  /// - Parameter number: the place of the number along the line; in its middle by default.
  private static func draw(_ distance: Distance, at number: Double? = nil, in markup: inout Markup) {
    func point(_ along: Double, _ across: Double) -> (x: Double, y: Double) {
      distance.axis == .horizontal ? (along, across) : (across, along)
    }
    markup.shape("path") { markup in
      markup.attribute("d") { markup in
        for (start, end) in [
          (point(distance.start, distance.place), point(distance.end, distance.place)),
          (point(distance.start, distance.place - tick), point(distance.start, distance.place + tick)),
          (point(distance.end, distance.place - tick), point(distance.end, distance.place + tick)),
        ] {
          markup.append("M")
          markup.number(start.x)
          markup.append(" ")
          markup.number(start.y)
          markup.append("L")
          markup.number(end.x)
          markup.append(" ")
          markup.number(end.y)
        }
      }
      markup.attribute("fill", "none")
      markup.stroke(color, 0.75)
    }
    let middle = number ?? (distance.start + distance.end) / 2
    let isHorizontal = distance.axis == .horizontal
    let place =
      isHorizontal ? point(middle, distance.place - 3) : point(middle + letters * 0.35, distance.place + 3)
    markup.begin("text") { markup in
      markup.attribute("xml:space", "preserve")
      markup.attribute("x", place.x)
      markup.attribute("y", place.y)
      markup.attribute("font-family", "Inter, Roboto, sans-serif")
      markup.attribute("font-size", letters)
      markup.attribute("text-anchor", isHorizontal ? "middle" : "start")
      markup.fill(color)
    }
    markup.number((distance.length * 10).rounded() / 10)
    markup.end("text")
    markup.lineFeed()
  }
}
