/// Lengths in points, counted in 1/64 pt as fonts do.
enum Points {
  /// How many layout units one point has.
  static let unitsPerPoint: Int32 = 64

  /// Returns points in layout units, rounded.
  static func units(_ points: Double) -> Int32 { Int32((points * Double(unitsPerPoint)).rounded()) }
}
