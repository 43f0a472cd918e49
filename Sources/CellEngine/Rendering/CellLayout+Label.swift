extension CellLayout {
  /// What a screen reader says for the row: one sentence in reading order, states and marks in words.
  ///
  /// It tells what the profile shows of the cell, also where the width leaves no room for it. Actions are elements of
  /// their own and not part of it.
  public func spokenLabel() -> String {
    var parts: [String] = []
    if rules.isEditing, rules.selection != .none {
      parts.append(state.selected ? "selected" : "not selected")
    }
    if state.unread { parts.append("unread") }
    for index in 0..<min(cell.iconLabels.count, rules.iconLimit) {
      append(cell.iconLabels[index], to: &parts)
    }
    if let label = cell.imageLabel { append(label, to: &parts) }
    if has(.number) { append(cell.number, to: &parts) }
    for row in 0..<Self.textRowCount { append(textRow(at: row).field, to: &parts) }
    if let rating = cell.rating, has(.rating) { append(rating, to: &parts) }
    if let info = cell.info, has(.info) { append(info, to: &parts) }
    if has(.tags) { for index in cell.tags.indices { append(cell.tags[index], to: &parts) } }
    append(cell.description, to: &parts)
    for index in 0..<min(cell.statuses.count, rules.statusLimit) {
      append(cell.statuses[index], to: &parts)
    }
    if !cell.isEnabled { parts.append("disabled") }
    return parts.joined(separator: ", ")
  }

  private func append(_ field: Int32, to parts: inout [String]) {
    guard field >= 0 else { return }
    append(cell.fields[Int(field)].display, to: &parts)
  }

  /// Appends words, their line breaks as spaces.
  private func append(_ bytes: UnsafeBufferPointer<UInt8>, to parts: inout [String]) {
    guard !bytes.isEmpty else { return }
    parts.append(String(decoding: bytes.lazy.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self))
  }

  private func append(_ rating: Rating, to parts: inout [String]) {
    let (full, half) = halves(of: rating)
    let votes = rating.count.map { ", \($0) votes" } ?? ""
    parts.append("\(full)\(half ? ".5" : "") of \(rating.max) stars\(votes)")
  }

  private func append(_ status: CellFields.StatusEntry, to parts: inout [String]) {
    if let label = status.label {
      append(label, to: &parts)
    } else if status.text >= 0 {
      append(status.text, to: &parts)
    } else if case .named(let index) = status.icon {
      append(IconTable.entries[Int(index)].name.bytes, to: &parts)
    }
    if status.state != .neutral { parts.append(status.state.rawValue) }
  }
}
