/// A row in words for screen readers, and the diagnostics of content that it leaves out.
extension Row {
  /// The row in words: one sentence in reading order, states and icons in words.
  ///
  /// It includes all content that the profile shows of the cell, even if the width has no room for
  /// it. Actions are elements of their own and not part of the label.
  public var label: String {
    var parts: [String] = []
    if view.isListPart { return ListPartRow.words(view).joined(separator: ", ") }
    if !view.isHeader {
      ControlSlot.appendWords(view, to: &parts)
      IconColumn.appendWords(view, to: &parts)
    }
    DetailImage.appendWords(view, to: &parts)
    appendMain(to: &parts)
    if view.isHeader { ChartBlock.appendWords(view, to: &parts) }
    StatusBlock.appendWords(view, to: &parts)
    if !view.cell.isEnabled { parts.append("disabled") }
    return parts.joined(separator: ", ")
  }

  /// Appends the texts from top to bottom, and the slots between them.
  private func appendMain(to parts: inout [String]) {
    if view.isTableRow, !view.isHeader {
      for index in view.cell.columns.indices { parts.append(field: view.cell.columns[index].text, view) }
      return
    }
    parts.append(field: view.cell.title, view)
    parts.append(field: view.cell.subtitle, view)
    if view.isHeader {
      TagFlow.appendWords(view, to: &parts)
      for field in [view.cell.footnote, view.cell.caption, view.cell.description] {
        parts.append(field: field, view)
      }
    } else if view.hasMainContent {
      parts.append(field: TextRows.third(of: view).field, view)
      if style.profile.thirdRow == .both { parts.append(field: view.cell.caption, view) }
      ShownRating.appendWords(view, to: &parts)
      if !view.avatarsReplaceImage { AvatarWords.append(view, to: &parts) }
      Info.appendWords(view, to: &parts)
      if view.has(.tags) { TagFlow.appendWords(view, to: &parts) }
      DescriptionSlot.appendWords(view, to: &parts)
    } else if view.cell.subtitle == nil {
      parts.append(field: view.cell.description, view)
    }
  }

  // MARK: Diagnostics

  /// Sentences on the content that the cell asks for and the row does not show.
  public var diagnostics: [String] {
    var notes = view.isHeader ? headerNotes : rowNotes
    if !view.isListPart { DetailImage.note(view, in: &notes) }
    DetailImage.noteSize(view, in: &notes)
    if view.cell.hasDroppedMarks { notes.insert(.marks) }
    return notes.sentences(profile: style.profile, kind: view.cell.kind, isHeader: view.isHeader)
      + UnknownIcons(of: view).sentences
      + (style.fontMetrics.map { MissingGlyphs.sentences(view, $0) } ?? [])
      + GestureActions.sentences(view, missing: content.revealed == nil ? reveal : nil)
  }

  private var rowNotes: Diagnostics {
    if view.isListPart { return view.leftOut }
    var notes = Diagnostics()
    if view.cell.count != nil { notes.insert(.count) }
    view.noteSlots(in: &notes)
    IconColumn.note(view, in: &notes)
    TextRows.note(view, in: &notes)
    AvatarRow.note(view, in: &notes)
    Info.note(view, in: &notes)
    TableRow.note(view, measured, in: &notes)
    StatusBlock.note(view, in: &notes)
    AccessorySlot.note(view, nextTo: plan.actions, in: &notes)
    return notes
  }
}

extension UnknownIcons {
  /// A sentence for each icon name that the icon table does not have.
  fileprivate init(of view: borrowing CellView) {
    self.init()
    guard !view.isListPart else {
      ListPartRow.noteUnknownIcons(view, in: &self)
      return
    }
    if !view.isHeader { IconColumn.noteUnknownIcons(view, in: &self) }
    StatusBlock.noteUnknownIcons(view, in: &self)
    guard !view.isHeader else { return }
    Info.noteUnknownIcons(view, in: &self)
    ActionBar.noteUnknownIcons(view, in: &self)
  }
}
