extension CellLayout {
  /// What a screen reader says for the row: one sentence in reading order, states and icons in words.
  ///
  /// It tells what the profile shows of the cell, also where the width leaves no room for it. Actions are elements of
  /// their own and not part of it.
  public func spokenLabel() -> String {
    var parts: [String] = []
    if measured.headerNotes == nil { appendLeading(to: &parts) }
    if let label = cell.imageLabel { append(label, to: &parts) }
    appendMain(to: &parts)
    if let chart = cell.chart, measured.headerNotes != nil {
      for field in [chart.title, chart.subtitle, chart.trend] { append(field, to: &parts) }
    }
    for index in 0..<min(cell.statuses.count, statusLimit) {
      append(cell.statuses[index], to: &parts)
    }
    if !cell.isEnabled { parts.append("disabled") }
    return parts.joined(separator: ", ")
  }

  /// The selection, the number, and what the icons mean.
  private func appendLeading(to parts: inout [String]) {
    if rules.isEditing, rules.selection != .none {
      parts.append(isSelected ? "selected" : "not selected")
    }
    var room = stackLimit
    if cell.number >= 0, has(.number) {
      append(cell.number, to: &parts)
      room -= 1
    }
    if isUnread {
      parts.append("unread")
      if rules.stackHoldsUnread { room -= 1 }
    }
    for index in 0..<max(0, min(cell.iconLabels.count, room)) { append(cell.iconLabels[index], to: &parts) }
  }

  /// The texts from top to bottom, and what stands between them.
  private func appendMain(to parts: inout [String]) {
    if isTableRow, measured.headerNotes == nil {
      for index in cell.columns.indices { append(cell.columns[index].text, to: &parts) }
      return
    }
    let isHeader = measured.headerNotes != nil
    append(cell.title, to: &parts)
    append(cell.subtitle, to: &parts)
    if isHeader {
      appendTags(to: &parts)
      append(cell.footnote, to: &parts)
      append(cell.caption, to: &parts)
      append(cell.description, to: &parts)
    } else if hasMainContent {
      append(thirdRow.field, to: &parts)
      if rules.thirdRow == .both { append(cell.caption, to: &parts) }
      appendOrnaments(to: &parts)
      if descriptionPlacement != .hidden { append(cell.description, to: &parts) }
    } else if cell.subtitle < 0 {
      append(cell.description, to: &parts)
    }
  }

  private func appendOrnaments(to parts: inout [String]) {
    if let rating = cell.rating, has(.rating) { append(rating, to: &parts) }
    if has(.avatars) { appendAvatars(to: &parts) }
    if let info = cell.info, has(.info) { append(info, to: &parts) }
    if has(.tags) { appendTags(to: &parts) }
  }

  private func appendTags(to parts: inout [String]) {
    for index in cell.tags.indices { append(cell.tags[index], to: &parts) }
  }

  /// Avatars by their labels, the others by how many they are.
  private func appendAvatars(to parts: inout [String]) {
    for index in cell.avatarLabels.indices { append(cell.avatarLabels[index], to: &parts) }
    let others = cell.avatars.count - cell.avatarLabels.count
    guard others > 0 else { return }
    let noun = others == 1 ? "avatar" : "avatars"
    parts.append(cell.avatarLabels.isEmpty ? "\(others) \(noun)" : "\(others) more \(noun)")
  }

  private func append(_ field: Int32, to parts: inout [String]) {
    guard field >= 0 else { return }
    appendWords(cell.fields[Int(field)].display, to: &parts)
  }

  /// Appends words as a client sent them, without what must not reach a terminal.
  private func append(_ bytes: UnsafeBufferPointer<UInt8>, to parts: inout [String]) {
    if let words = words(bytes) { parts.append(words) }
  }

  private func appendWords(_ bytes: UnsafeBufferPointer<UInt8>, to parts: inout [String]) {
    if let words = words(ofDisplay: bytes) { parts.append(words) }
  }

  /// Words as a client sent them, in one line, without what must not reach a terminal; `nil` where there are none.
  func words(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let display = DisplayText.display(of: bytes) else { return words(ofDisplay: bytes) }
    return display.withUnsafeBufferPointer { words(ofDisplay: $0) }
  }

  /// A text to display in one line; `nil` where it is empty.
  func words(ofDisplay bytes: UnsafeBufferPointer<UInt8>) -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes.lazy.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
  }

  private func append(_ rating: Rating, to parts: inout [String]) {
    let (full, half) = halves(of: rating)
    let votes = rating.count.map { $0 == 1 ? ", 1 vote" : ", \($0) votes" } ?? ""
    parts.append("\(full)\(half ? ".5" : "") of \(rating.max) stars\(votes)")
  }

  /// Appends a status: its label, or its icon's label and its text, or what the icon means; then its state.
  private func append(_ status: CellFields.StatusEntry, to parts: inout [String]) {
    if let label = status.label {
      append(label, to: &parts)
    } else {
      if let label = status.iconLabel { append(label, to: &parts) }
      if status.text >= 0 {
        append(status.text, to: &parts)
      } else if status.iconLabel == nil {
        append(status.iconWords, to: &parts)
      }
    }
    if status.state != .neutral { parts.append(status.state.rawValue) }
  }
}
