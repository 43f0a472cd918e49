/// A column of a table row at its place.
struct GridTrack {
  /// In layout units from the main block's leading edge.
  var x: Int32
  var width: Int32
}
