/// What a row could not show as the cell asks, kept as bits and put in words only when it is told.
struct Diagnostics: Equatable {
  /// Slots that the cell fills and the profile does not have.
  private var missingSlots: UInt32 = 0
  private var notes: UInt32 = 0

  /// What was cut to the profile's bounds.
  enum Note: UInt32, CaseIterable {
    case icons, statuses, statusesBesideAction, imageSize, personSize, thirdRow, accessory, actions, detail
    case headerTags, headerStatuses, headerDescription
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
    case .icons:
      "icons: profile \(profile.name) shows at most \(profile.icons.limit)"
        + (profile.icons.followsTextRows ? ", and no more than text rows" : "")
    case .statuses: "status: profile \(profile.name) shows at most \(profile.statusLimit)"
    case .statusesBesideAction:
      "status: profile \(profile.name) shows \(profile.statuses.limitBesideAction == 0 ? "none" : "one") beside an action"
    case .accessory: "accessory: profile \(profile.name) has one accessory, and it is an action"
    case .actions:
      "actions: profile \(profile.name) has one accessory, which shows the first; accessory menu offers all of them"
    case .detail: "accessory: profile \(profile.name) has no mark for detail, so it is left out"
    case .personSize: "image: profile \(profile.name) draws a person at \(Int(profile.image.person ?? 0)) dp"
    case .headerTags: "tags: an object header shows at most three"
    case .headerStatuses: "status: an object header shows two labels, or one with an icon"
    case .headerDescription: "description: a chart and additional information leave it no room"
    case .imageSize:
      profile.image.smallest == profile.image.largest
        ? "image: profile \(profile.name) draws it at \(Int(profile.image.standard)) dp"
        : "image: profile \(profile.name) draws it at \(Int(profile.image.smallest)) to \(Int(profile.image.largest)) dp"
    case .thirdRow:
      profile.thirdRow == .caption
        ? "footnote: it shares its row with caption, which is shown"
        : "caption: it shares its row with footnote, which is shown"
    }
  }
}

extension LayoutEnvironment {
  /// What all rows have otherwise than the profile asks for, as sentences.
  public var diagnostics: [String] {
    guard let standIn = metrics.fonts?.standIn else { return [] }
    let cure =
      standIn.package.map { "on Debian, 'apt-get install \($0)' brings it" } ?? "install it, or name another"
    return [
      "font: \(standIn.missing), the font of profile \(profile.name), is not installed, and \(standIn.family) stands in: "
        + "\(cure); a daemon that is started then has it"
    ]
  }
}

extension CellLayout {
  /// What the cell asks for and the row does not show, as sentences.
  public var diagnostics: [String] {
    (measured.headerNotes ?? notes).sentences(profile: environment.profile)
  }

  private var notes: Diagnostics {
    var notes = Diagnostics()
    if cell.number >= 0, !has(.number) { notes.insert(missing: .number) }
    if !cell.tags.isEmpty, !has(.tags) { notes.insert(missing: .tags) }
    if cell.rating != nil, !has(.rating) { notes.insert(missing: .rating) }
    if !cell.avatars.isEmpty, !has(.avatars) { notes.insert(missing: .avatars) }
    if cell.info != nil, !has(.info) { notes.insert(missing: .info) }
    if cell.footnote >= 0, cell.caption >= 0, rules.thirdRow != .both { notes.insert(.thirdRow) }
    let entries =
      (cell.number >= 0 && has(.number) ? 1 : 0) + (rules.stackHoldsUnread && isUnread ? 1 : 0)
    if cell.icons.count + entries > stackLimit { notes.insert(.icons) }
    if cell.statuses.count > statusLimit {
      notes.insert(statusLimit < rules.statusLimit ? .statusesBesideAction : .statuses)
    }
    if let size = cell.imageSize { note(imageSize: size, in: &notes) }
    noteAccessory(in: &notes)
    return notes
  }

  private func note(imageSize size: Double, in notes: inout Diagnostics) {
    let image = environment.profile.image
    if cell.picture.showsPerson, let own = image.person {
      if size != own { notes.insert(.personSize) }
    } else if size < image.smallest || size > image.largest {
      notes.insert(.imageSize)
    }
  }

  /// What found no place where there is one accessory only.
  private func noteAccessory(in notes: inout Diagnostics) {
    if cell.accessory == .detail, !rules.drawsDetail { notes.insert(.detail) }
    guard rules.hasOneAccessory, cell.kind != .contact, !cell.actions.isEmpty else { return }
    switch cell.accessory {
    case .disclosure, .detail: if !rules.isEditing { notes.insert(.accessory) }
    case .action: if cell.actions.count > 1 { notes.insert(.actions) }
    case .menu: if cell.actions.count == 1 { notes.insert(.accessory) }
    case .none: break
    }
  }
}
