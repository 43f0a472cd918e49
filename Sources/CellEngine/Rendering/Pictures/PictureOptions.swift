/// Options of pictures that the environment does not have.
public struct PictureOptions: Sendable {
  /// Whether each text is set to the width that was measured, whatever font the viewer has.
  public var pinsText: Bool

  /// Options by their values.
  public init(pinsText: Bool = true) {
    self.pinsText = pinsText
  }
}

/// The size of a picture, in CSS pixels.
public struct PictureSize: Equatable, Sendable {
  public var width: Double
  public var height: Double

  /// A size by its members.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// How many CSS pixels one unit of a view has: a point is a pixel, and a terminal column is 8 wide and 20 high.
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
