/// What an object header shows of a cell, in the slots of the cell: what the header has of its own, else the cell's.
extension CellFields {
  /// Labels, and a label with an icon, that a header has room for (S3).
  private static let statusLimit = 2

  /// Puts what the header shows in the place of what rows show, and gives what it leaves out.
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
      caption = headerFootnotes.count > 1 ? headerFootnotes[1] : -1
    }
    if headerDescription >= 0 { description = headerDescription }
    if hidesDescription { description = -1 }
    let limit = !statuses.isEmpty && statuses[0].icon != nil && statuses[0].text >= 0 ? 1 : Self.statusLimit
    if statuses.count > limit {
      notes.insert(.headerStatuses)
      statuses.keepFirst(limit)
    }
    return notes
  }

  /// Whether a header has tags or footnotes.
  var hasAdditionalInformation: Bool { !tags.isEmpty || footnote >= 0 || caption >= 0 }
}
