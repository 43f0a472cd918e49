/// The position and the width of a column of a table row.
struct GridTrack {
  /// In layout units from the main block's leading edge.
  var x: Int32
  var width: Int32
}
