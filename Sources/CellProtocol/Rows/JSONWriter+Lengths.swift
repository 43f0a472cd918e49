import CellEngine
import CellWire

extension JSONWriter {
  /// Writes a length in layout units as columns or lines (integers), or as points.
  @inline(__always)
  public mutating func length(_ layoutUnits: Int, in unit: LengthUnit) {
    if unit == .column {
      integer(layoutUnits)
    } else {
      double(Double(layoutUnits) / Double(unit.layoutUnits))
    }
  }
}
