import CellEngine
import CellProtocol
import CellWire

/// The parameters of methods that return rows.
extension MethodCall {
  /// The window that the call requests, in a view whose lengths are in `unit`.
  func rowRequest(_ unit: LengthUnit) throws(RPCError) -> RowRequest {
    var request = RowRequest(window: try window(unit), limit: replyLimit)
    request.form = try rowForm(unit)
    request.exact = params.bool("exact")
    return request
  }

  /// The form of rows that the call requests, in a view whose lengths are in `unit`.
  func rowForm(_ unit: LengthUnit) throws(RPCError) -> RowForm {
    var form = RowForm()
    if let name = params.string("format") {
      guard let format = RowFormat(rawValue: name) else {
        throw .unsupported("The format \(name)", path: "/format")
      }
      form.format = format
    }
    guard unit == .column || form.format.fitsPoints else { throw .formatWithoutPoints(form.format) }
    form.pads = params.bool("pad")
    form.rowLimit = context.limits.row
    form.includesCell = params["include"]?.elements.contains { $0.equals("cell") } ?? false
    form.revealed = try revealedRow(form.format)
    return form
  }

  /// The row that the call reveals a part of.
  private func revealedRow(_ format: RowFormat) throws(RPCError) -> RevealedRow? {
    guard let node = params["reveal"], let reveal = node.present("what")?.string.flatMap(Reveal.init) else {
      return nil
    }
    guard format.fitsReveals else {
      throw .invalidParams(
        "Rows of the format \(format.rawValue) cannot reveal anything; use frames, svg or html.",
        path: "/reveal")
    }
    return RevealedRow(id: node.present("id").map(Params.name) ?? "", reveal: reveal)
  }

  /// The window that the call has, in a view whose lengths are in `unit`.
  func window(_ unit: LengthUnit) throws(RPCError) -> RowWindow {
    if let ids = params.ids {
      try params.refuse(["start", "count", "top", "height", "anchor"], beside: "ids")
      return .ids(ids)
    }
    if let anchor = params["anchor"] {
      try params.refuse(["start", "count", "top"], beside: "anchor")
      guard let height = params.double("height") else { throw .missingMember("height", at: "") }
      let span = Self.span(top: 0, height: height, unit)
      let offset = anchor.present("offset")?.double ?? 0
      return .anchored(
        RowAnchor(
          id: anchor.present("id").map(Params.name) ?? "", offset: Self.length(offset, unit),
          index: anchor.present("index")?.int64.map { Int($0) } ?? 0), height: span.height)
    }
    guard params["top"] != nil || params["height"] != nil else {
      return .range(start: params.integer("start") ?? 0, count: params.integer("count") ?? 50)
    }
    try params.refuse(["start", "count"], beside: "top and height")
    guard let top = params.double("top") else { throw .missingMember("top", at: "") }
    guard let height = params.double("height") else { throw .missingMember("height", at: "") }
    let span = Self.span(top: top, height: height, unit)
    return .span(top: span.top, height: span.height)
  }

  /// A span in layout units, which has every row that overlaps it.
  private static func span(top: Double, height: Double, _ unit: LengthUnit) -> (top: Int, height: Int) {
    let first = max(0, min(top, bound)) * Double(unit.layoutUnits)
    let start = Int(first.rounded(.down))
    guard height > 0 else { return (start, 0) }
    let end = first + min(height, bound) * Double(unit.layoutUnits)
    return (start, Int(end.rounded(.up)) - start)
  }

  /// A length in layout units.
  private static func length(_ length: Double, _ unit: LengthUnit) -> Int {
    Int((max(-bound, min(length, bound)) * Double(unit.layoutUnits)).rounded())
  }

  private static let bound = Double(Int32.max)
}
