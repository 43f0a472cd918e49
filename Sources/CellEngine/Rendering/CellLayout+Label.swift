extension CellLayout {
  /// What a screen reader says for the row: one sentence in reading order, states and marks in words.
  public func spokenLabel() -> String {
    var parts: [String] = []
    if environment.mode == .edit, environment.selection != .none {
      parts.append(state.selected ? "selected" : "not selected")
    }
    if state.unread { parts.append("unread") }
    for field in [cell.number, cell.title, cell.subtitle, cell.footnote, cell.caption] {
      append(field, to: &parts)
    }
    if let rating = cell.rating {
      let halves = (rating.value * 2).rounded() / 2
      let value = halves == halves.rounded() ? "\(Int(halves))" : "\(halves)"
      let votes = rating.count.map { ", \($0) votes" } ?? ""
      parts.append("\(value) of \(rating.max) stars\(votes)")
    }
    if let info = cell.info { append(info, to: &parts) }
    for index in cell.tags.indices { append(cell.tags[index], to: &parts) }
    append(cell.description, to: &parts)
    for index in cell.statuses.indices { append(cell.statuses[index], to: &parts) }
    if !cell.isEnabled { parts.append("disabled") }
    return parts.joined(separator: ", ")
  }

  private func append(_ field: Int32, to parts: inout [String]) {
    guard field >= 0 else { return }
    let text = String(decoding: cell.fields[Int(field)].display, as: UTF8.self)
    if !text.isEmpty { parts.append(text) }
  }

  private func append(_ status: CellFields.StatusEntry, to parts: inout [String]) {
    append(status.text, to: &parts)
    if status.text < 0, case .named(let index) = status.icon {
      let name = IconTable.entries[Int(index)].name.bytes
      parts.append(String(decoding: name, as: UTF8.self))
    }
    if status.state != .neutral { parts.append(status.state.rawValue) }
  }
}
