/// The parts of a row that a gesture or a tap shows.
extension FrameRenderer {
  /// The menu or the preview next to a row that reveals one.
  ///
  /// - Parameter limit: the maximum number of bytes of its frames as JSON.
  public static func overlay(of row: borrowing Row, limit: Int = .max) -> (overlay: Overlay?, isClipped: Bool)
  {
    guard let revealed = row.content.revealed, revealed.overlay.height > 0 else { return (nil, false) }
    let unit = Double(row.style.unit.layoutUnits)
    let rectangle = revealed.overlay
    let range = revealed.firstElement..<row.content.elements.count
    let (frames, isClipped) = frames(of: row, in: range, limit: limit)
    let overlay = Overlay(
      reveal: revealed.reveal, x: Double(rectangle.x) / unit, y: Double(rectangle.y) / unit,
      width: Double(rectangle.width) / unit, height: Double(rectangle.height) / unit, frames: frames)
    return (overlay, isClipped)
  }

  /// The elements that are in the row: not those next to it.
  static func rowElements(of row: borrowing Row) -> Range<Int> {
    guard let revealed = row.content.revealed, revealed.overlay.height > 0 else {
      return row.content.elements.indices
    }
    return 0..<revealed.firstElement
  }

  /// The action that an element of a swipe or a menu has; `nil` for elements of the row itself.
  static func revealedAction(at index: Int, in row: borrowing Row) -> CellFields.ActionEntry? {
    guard let revealed = row.content.revealed, index >= revealed.firstElement,
      index - revealed.firstElement < revealed.actions.count
    else { return nil }
    return revealed.actions[index - revealed.firstElement]
  }
}

/// A menu or a preview next to a row. Lengths are in the view's unit, from the row's top left
/// corner.
public struct Overlay: Equatable, Sendable {
  public var reveal: Reveal
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public var frames: [Frame]
}
