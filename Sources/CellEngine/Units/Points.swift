/// Lengths in points, counted in layout units of 1/64 pt.
enum Points {
  /// The number of layout units in a point.
  static let unitsPerPoint: Int32 = 64

  /// Returns a length in layout units, rounded to the nearest.
  static func units(_ points: Double) -> Int32 { Int32((points * Double(unitsPerPoint)).rounded()) }
}
