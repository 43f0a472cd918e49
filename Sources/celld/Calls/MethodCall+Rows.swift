import CellEngine
import CellProtocol

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

  private func window(_ unit: LengthUnit) throws(RPCError) -> RowWindow {
    if let ids = params.ids {
      try params.refuse(["start", "count", "top", "height"], beside: "ids")
      return .ids(ids)
    }
    guard params["top"] != nil || params["height"] != nil else {
      return .range(start: params.integer("start") ?? 0, count: params.integer("count") ?? 50)
    }
    try params.refuse(["start", "count"], beside: "top and height")
    guard let top = params.double("top") else { throw .missingMember("top", at: "") }
    guard let height = params.double("height") else { throw .missingMember("height", at: "") }
    let bound = Double(Int32.max)
    let scale = Double(unit.layoutUnits)
    let first = max(0, min(top, bound)) * scale
    guard height > 0 else { return .span(top: Int(first), height: 0) }
    // Every row that overlaps the span.
    let start = Int(first.rounded(.down))
    return .span(top: start, height: Int((first + min(height, bound) * scale).rounded(.up)) - start)
  }
}
