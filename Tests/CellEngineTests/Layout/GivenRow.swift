import CellProtocol
import CellWire

@testable import CellEngine

/// A cell and its view, for the message of a failure.
struct GivenRow: CustomStringConvertible {
  var cell: Cell
  var style: Style

  init(_ cell: Cell, _ style: Style) {
    self.cell = cell
    self.style = style
  }

  /// The profile, the width in layout units, and the cell as `cells.push` takes it.
  var description: String {
    var writer = JSONWriter()
    CellCodec.write(cell, to: &writer)
    let width = style.isUnlimited ? "unlimited" : "\(style.width)"
    return
      "profile \(style.profile.name), width \(width), cell \(String(decoding: writer.bytes, as: UTF8.self))"
  }
}
