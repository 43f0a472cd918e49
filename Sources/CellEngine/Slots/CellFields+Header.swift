/// Moves the content of the header to the slots of the cell. A slot that the header does not set
/// keeps its content.
extension CellFields {
  /// The maximum number of status labels without icons in a header (S3).
  private static let statusLimit = 2

  /// The slots that a header shows, and those of rows that it leaves out without a note.
  private static let expectedSlots = SlotSet(
    .image, .title, .subtitle, .footnote, .caption, .description, .status, .tags, .avatars, .number, .icons,
    .rating, .info, .actions, .accessory, .count)

  /// Replaces the content of the cell by that of its header. Returns notes on what an object header
  /// does not show.
  ///
  /// - Parameter hidesDescription: whether the view shows no description.
  mutating func takeHeaderContent(hidesDescription: Bool) -> Diagnostics {
    var notes = Diagnostics()
    if !headerTags.isEmpty {
      tags.removeAll()
      for index in headerTags.indices { tags.append(headerTags[index]) }
    }
    if tags.count > HeaderContent.tagLimit {
      notes.insert(.headerTags)
      tags.keepFirst(HeaderContent.tagLimit)
    }
    if !headerFootnotes.isEmpty {
      footnote = headerFootnotes[0]
      caption = headerFootnotes.count > 1 ? headerFootnotes[1] : nil
    }
    if headerDescription != nil { description = headerDescription }
    if hidesDescription { description = nil }
    let limit = !statuses.isEmpty && statuses[0].icon != nil && statuses[0].text != nil ? 1 : Self.statusLimit
    if statuses.count > limit {
      notes.insert(.headerStatuses)
      statuses.keepFirst(limit)
    }
    notes.insert(foreign: filled.subtracting(Self.expectedSlots))
    return notes
  }

  /// Whether a header has tags or footnotes.
  var hasAdditionalInformation: Bool { !tags.isEmpty || footnote != nil || caption != nil }
}
