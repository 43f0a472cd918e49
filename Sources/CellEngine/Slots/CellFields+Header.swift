/// The content of an object header, in the slots of the cell: the header's own, else the cell's.
extension CellFields {
  /// The maximum number of labels in a header, without icons (S3).
  private static let statusLimit = 2

  /// Replaces the content of rows by that of the header. Returns what the header leaves out.
  ///
  /// - Parameter hidesDescription: whether the view shows none.
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
    return notes
  }

  /// Whether a header has tags or footnotes.
  var hasAdditionalInformation: Bool { !tags.isEmpty || footnote != nil || caption != nil }
}
