/// The options of pictures that are not in the environment.
public struct PictureOptions: Sendable {
  /// Whether each text is stretched to the measured width. So a row looks the same with any font of
  /// the viewer.
  public var pinsText: Bool

  /// Makes options from their values.
  public init(pinsText: Bool = true) {
    self.pinsText = pinsText
  }
}

/// The size of a picture, in CSS pixels.
public struct PictureSize: Equatable, Sendable {
  public var width: Double
  public var height: Double

  /// Makes a size from its members.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The number of CSS pixels in a unit of a view. A point is a pixel. A terminal column is 8 pixels
/// wide and 20 high.
struct PictureScale {
  let across: Double
  let down: Double
  let isColumns: Bool

  init(_ unit: LengthUnit) {
    isColumns = unit == .column
    across = unit.dpAcross
    down = unit.dpDown
  }
}
