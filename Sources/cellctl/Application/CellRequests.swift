import CellClient
import CellEngine
import CellProtocol
import CellWire

/// Requests about single cells of a list.
struct CellRequests {
  let client: Client
  /// The parameters that name the session.
  let session: Parameters

  /// Returns the reply of `cells.get` for a cell.
  func cell(_ id: String) throws -> Message { try cells([id]) }

  /// Returns the reply of `cells.get` for some cells.
  func cells(_ ids: [String]) throws -> Message {
    var parameters = session
    parameters.set("ids", ids)
    return try client.call("cells.get", parameters)
  }

  /// Returns a cell with its data; nil if it was removed.
  func whole(_ id: String) throws -> JSON? { try cell(id).result["cells"]?.array?.first }

  /// Returns the style that the environment of a shared view sets.
  func style(ofView view: String?) throws -> ScreenStyle {
    let views = try client.call("view.list", session).result["views"]?.array ?? []
    return views.first { $0["view"]?.string?.exact == view?.exact }.map(ScreenStyle.init) ?? ScreenStyle()
  }

  /// Invokes an action.
  /// - Returns: the number of watchers that heard of it.
  func invoke(_ action: String, cell id: String) throws -> Int {
    var parameters = session
    parameters.set("id", id)
    parameters.set("action", action)
    return try client.call("action.invoke", parameters).result["delivered"]?.int ?? 0
  }

  /// Returns the element that a user can operate at a place in a row; nil for none.
  /// - Parameter drawn: the line as it is drawn. An element that is not in it is covered, or new.
  func element(of id: String, column: Int, line: Int, in drawn: String, view: Parameters) throws -> JSON? {
    var parameters = session
    parameters.set("ids", [id])
    parameters.set("format", RowFormat.frames.rawValue)
    parameters.set(view)
    func covers(_ place: Int, _ start: JSON?, _ length: JSON?) -> Bool {
      guard let start = start?.int, let length = length?.int else { return false }
      return (start..<start + max(length, 0)).contains(place)
    }
    let row = try client.call("rows.pull", parameters).result["rows"]?.array?.first
    return row?["elements"]?.array?.first {
      $0["label"] != nil && covers(column, $0["x"], $0["width"]) && covers(line, $0["y"], $0["height"])
        && $0["lines"]?.array?.contains { drawn.contains($0["text"]?.string ?? "") } == true
    }
  }

  /// Returns the words for a cell that is not an object, and so cannot be chosen; nil for objects.
  func part(of id: String) throws -> String? {
    let kind = try whole(id)?["kind"]?.string
    switch kind.flatMap(Cell.Kind.init) {
    case .section: return "a section"
    case .empty: return "the state of an empty list"
    case .skeleton: return "a placeholder"
    case .object, .contact, .keyValue, .grid, nil: return nil
    }
  }

  /// Selects a cell, or removes it from the selection, as far as the session allows it.
  /// - Returns: the number of selected cells; nil if none can be selected.
  func toggleSelection(of row: RowWindow.Row) throws -> Int? {
    let mode = try client.call("session.info", session).result["selection"]?.string ?? "none"
    guard mode != "none" else { return nil }
    var parameters = session
    parameters.set("ids", [row.id])
    // With one selected cell at most, another one replaces it.
    parameters.set("op", mode == "single" && !row.isSelected ? "replace" : "toggle")
    return try client.call("selection.set", parameters).result["selected"]?.int ?? 0
  }

  /// Returns a part of the object header of a cell; nil if the cell was removed.
  /// - Parameter view: the parameter that names the view.
  func header(of id: String, part: Int, view: Parameters, format: RowFormat) throws -> TextPage? {
    var parameters = session
    parameters.set("id", id)
    parameters.set("page", part)
    parameters.set("format", format.rawValue)
    parameters.set(view)
    let header: JSON
    do {
      header = try client.call("header.pull", parameters).result
    } catch let failure as Failure where failure.status == .notFound {
      return nil
    }
    let neutral = NeutralLine(format)
    let lines = header["lines"]?.array ?? [header["label"] ?? ""]
    let (part, parts) = (header["page"]?.int ?? 0, header["pages"]?.int ?? 1)
    return TextPage(
      content: .header(id: id, part: part, parts: parts),
      title: parts > 1 ? "header \(part + 1) of \(parts)" : "header",
      lines: lines.compactMap { $0.string.map(neutral.text) })
  }

  /// Returns the preview of a cell: its title, and the preview or else the description. Returns nil
  /// if the cell was removed or has neither.
  /// - Parameter view: the parameter that names the view.
  func preview(of id: String, view: Parameters) throws -> TextPage? {
    var reveal = Parameters()
    reveal.set("what", Reveal.peek.rawValue)
    reveal.set("id", id)
    var parameters = session
    parameters.set("ids", [id])
    parameters.set("format", RowFormat.frames.rawValue)
    parameters.set("reveal", reveal)
    parameters.set(view)
    let row: JSON?
    do {
      row = try client.call("rows.pull", parameters).result["rows"]?.array?.first
    } catch let failure as Failure where failure.status == .notFound {
      return nil
    }
    guard let elements = row?["overlay"]?["elements"]?.array else { return nil }
    let texts = elements.map { $0["lines"]?.array ?? [] }
    let edge = texts.joined().compactMap { $0["x"]?.int }.min() ?? 0
    let neutral = NeutralLine(.text)
    let blocks = texts.map { lines in
      lines.map { line in
        String(repeating: " ", count: max((line["x"]?.int ?? 0) - edge, 0))
          + neutral.text(of: line["text"]?.string ?? "")
      }
    }
    return TextPage(
      content: .preview(id: id), title: "preview", lines: Array(blocks.joined(separator: [""])))
  }
}
