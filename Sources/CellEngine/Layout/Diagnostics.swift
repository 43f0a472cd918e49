/// What a row could not show as the cell asks, kept as bits and put in words only when it is told.
struct Diagnostics: Equatable {
  /// Slots that the cell fills and the profile does not have.
  private var missingSlots: UInt32 = 0
  private var notes: UInt16 = 0

  /// What was cut to the profile's bounds.
  enum Note: UInt16, CaseIterable {
    case icons, statuses, imageSize, thirdRow, kind
  }

  var isEmpty: Bool { missingSlots == 0 && notes == 0 }

  mutating func insert(missing slot: Slot) { missingSlots |= 1 << UInt32(slot.index) }
  mutating func insert(_ note: Note) { notes |= 1 << note.rawValue }

  /// The diagnostics as sentences.
  func sentences(profile: Profile) -> [String] {
    guard !isEmpty else { return [] }
    var sentences: [String] = []
    for slot in Slot.allCases where missingSlots & (1 << UInt32(slot.index)) != 0 {
      sentences.append("\(slot.rawValue): profile \(profile.name) has no such slot, so it is left out")
    }
    for note in Note.allCases where notes & (1 << note.rawValue) != 0 {
      sentences.append(sentence(for: note, profile: profile))
    }
    return sentences
  }

  private func sentence(for note: Note, profile: Profile) -> String {
    switch note {
    case .icons: "icons: profile \(profile.name) shows at most \(profile.icons.limit)"
    case .statuses: "status: profile \(profile.name) shows at most \(profile.statusLimit)"
    case .imageSize:
      profile.image.smallest == profile.image.largest
        ? "image: profile \(profile.name) draws it at \(Int(profile.image.standard)) dp"
        : "image: profile \(profile.name) draws it at \(Int(profile.image.smallest)) to \(Int(profile.image.largest)) dp"
    case .thirdRow:
      profile.thirdRow == .caption
        ? "footnote: it shares its row with caption, which is shown"
        : "caption: it shares its row with footnote, which is shown"
    case .kind: "kind: laid out as an object cell"
    }
  }
}

extension CellLayout {
  /// What the cell asks for and the row does not show, as sentences.
  public var diagnostics: [String] { notes.sentences(profile: environment.profile) }

  private var notes: Diagnostics {
    var notes = Diagnostics()
    if cell.number >= 0, !has(.number) { notes.insert(missing: .number) }
    if !cell.tags.isEmpty, !has(.tags) { notes.insert(missing: .tags) }
    if cell.rating != nil, !has(.rating) { notes.insert(missing: .rating) }
    if !cell.avatars.isEmpty, !has(.avatars) { notes.insert(missing: .avatars) }
    if cell.info != nil, !has(.info) { notes.insert(missing: .info) }
    if cell.footnote >= 0, cell.caption >= 0, rules.thirdRow != .both { notes.insert(.thirdRow) }
    if cell.icons.count > rules.iconLimit { notes.insert(.icons) }
    if cell.statuses.count > rules.statusLimit { notes.insert(.statuses) }
    if let size = cell.imageSize {
      let image = environment.profile.image
      if size < image.smallest || size > image.largest { notes.insert(.imageSize) }
    }
    if cell.kind != .object { notes.insert(.kind) }
    return notes
  }
}
