import CellEngine

extension JSONWriter {
  /// Writes a length of so many layout units in the view's unit: whole columns or lines, or points.
  @inline(__always)
  public mutating func length(_ layoutUnits: Int, in unit: LengthUnit) {
    if unit == .column {
      integer(layoutUnits)
    } else {
      double(Double(layoutUnits) / Double(unit.layoutUnits))
    }
  }
}
