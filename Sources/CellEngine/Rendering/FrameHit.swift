extension Frame {
  /// The area of a widget that reacts to touch, in points from the row's top left corner.
  public struct Hit: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    /// The area of an element: at least a square of the edge `target` around its middle.
    fileprivate init(around frame: Frame, target: Double) {
      width = max(frame.width, target)
      height = max(frame.height, target)
      x = frame.x + (frame.width - width) / 2
      y = frame.y + (frame.height - height) / 2
    }

    /// Cuts the part that is outside of a row.
    fileprivate mutating func clip(to size: (width: Double, height: Double)) {
      let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
      x = max(0, x)
      y = max(0, y)
      width = max(0, right - x)
      height = max(0, bottom - y)
    }

    /// Moves the leading and the trailing end.
    fileprivate mutating func set(from start: Double, to end: Double) {
      x = start
      width = max(0, end - start)
    }

    fileprivate func sharesHeight(with other: Hit) -> Bool {
      y < other.y + other.height && other.y < y + height
    }
  }
}

extension [Frame] {
  /// Sets the areas that react to touch. Each has the minimum of the profile, as far as the row has
  /// room for it. Neighbours share the room between them.
  ///
  /// - Parameters:
  ///   - target: the minimum edge, in points.
  ///   - size: the size of the row without its separator.
  mutating func setHits(target: Double, in size: (width: Double, height: Double)) {
    let operable = indices.filter { self[$0].widget != nil }.sorted { self[$0].x < self[$1].x }
    for index in operable {
      // Buttons of a swipe and items of a menu react in the whole of their rectangle.
      let isRevealed = self[index].reveal != nil
      var hit = Frame.Hit(around: self[index], target: isRevealed ? 0 : target)
      if !isRevealed { hit.clip(to: size) }
      self[index].hit = hit
    }
    for (left, right) in zip(operable, operable.dropFirst()) { separate(left, right) }
  }

  /// Ends the areas of two neighbours in the middle between their elements.
  private mutating func separate(_ left: Int, _ right: Int) {
    guard var first = self[left].hit, var second = self[right].hit, first.sharesHeight(with: second),
      first.x + first.width > second.x
    else { return }
    let middle = (self[left].x + self[left].width + self[right].x) / 2
    first.set(from: Swift.min(first.x, middle), to: Swift.min(first.x + first.width, middle))
    second.set(from: Swift.max(second.x, middle), to: Swift.max(second.x + second.width, middle))
    self[left].hit = first
    self[right].hit = second
  }
}
