/// The differences between a row and what its cell asks for. They are bits, and become sentences
/// only on request.
struct Diagnostics: Equatable {
  /// Slots that the cell fills and the profile does not have.
  private var missing = SlotSet()
  /// Slots that the cell fills and that the profile has, but not for the cell's kind.
  private var foreign = SlotSet()
  private var notes: UInt64 = 0

  /// A difference between the cell and the limits of its profile or kind.
  enum Note: UInt64, CaseIterable {
    case icons, statuses, statusesBesideAction, imageSize, personSize, contactSize, personShape, thirdRow
    case accessory, actions, detail
    case headerTags, headerStatuses, headerDescription, headerPages, headerImageSize, wideHeaderImageSize
    case valueDescription, columns, columnRoom
    case tableAccessory, iconText, statusIconText, infoIconText, initials, avatarInitials, replacedImage
    case marks
    case actionIcon, actionWithoutIcon, emptyMenu
    case count, gestures, href, messageActions, messageIcons, messageImageSize
  }

  var isEmpty: Bool { missing.isEmpty && foreign.isEmpty && notes == 0 }

  mutating func insert(missing slots: SlotSet) { missing.formUnion(slots) }
  mutating func insert(foreign slots: SlotSet) { foreign.formUnion(slots) }
  mutating func insert(_ note: Note) { notes |= 1 << note.rawValue }

  /// Returns the diagnostics of a cell of this kind as sentences.
  func sentences(profile: Profile, kind: Cell.Kind, isHeader: Bool) -> [String] {
    guard !isEmpty else { return [] }
    var sentences: [String] = []
    for slot in Slot.allCases where missing.contains(slot) {
      sentences.append("\(slot.rawValue): profile \(profile.name) has no such slot, so it is left out")
    }
    let row = isHeader ? "an object header" : kind.rowName
    for slot in Slot.allCases where foreign.contains(slot) {
      sentences.append("\(slot.rawValue): \(row) has no such slot, so it is left out")
    }
    for note in Note.allCases where notes & (1 << note.rawValue) != 0 {
      sentences.append(sentence(for: note, profile: profile, row: row))
    }
    return sentences
  }

  private func sentence(for note: Note, profile: Profile, row: String) -> String {
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
    case .contactSize: "image: a contact's is drawn at \(Int(profile.image.contact)) dp"
    case .personShape: "image: profile \(profile.name) draws a person round"
    case .headerTags: "tags: an object header shows at most three"
    case .headerStatuses: "status: an object header shows two labels, or one with an icon"
    case .headerPages: "header: the view is too narrow for one page, though its class is wide"
    case .headerDescription: "description: a chart and additional information leave it no room"
    case .headerImageSize:
      "image: an object header draws it at \(Int(profile.header.smallestCompactImage)) to \(Int(profile.header.largestCompactImage)) dp"
    case .wideHeaderImageSize: "image: a wide object header draws it at \(Int(profile.header.image)) dp"
    case .valueDescription: "description: a key value cell has one value, and that is its subtitle"
    case .columns: "columns: only a cell of the kind grid has them"
    case .columnRoom: "columns: the last of them find no room"
    case .tableAccessory: "accessory: a table row with actions has their menu in its place"
    case .iconText: "icons: a text that is wider than the icon column is cut"
    case .statusIconText: "status: an icon's text that is wider than two columns is cut"
    case .infoIconText: "info: an icon's text that is wider than two columns is cut"
    case .initials: "image: initials that are wider than the image are cut"
    case .avatarInitials: "avatars: initials that are wider than an avatar are cut"
    case .replacedImage: "image: profile \(profile.name) shows the avatars instead"
    case .marks:
      "text: at most \(ClusterMarks.limit) combining marks of a grapheme cluster are shown, so the others are left out"
    case .actionIcon: "actions: an icon finds no room next to its title, so it is left out"
    case .count: "count: only a cell of the kind section has one, so it is left out"
    case .gestures: "actions: \(row) has neither swipe actions nor a context menu, so they are left out"
    case .href: "href: \(row) cannot be opened, so it is no link"
    case .messageActions: "actions: \(row) shows one action, so the others are left out"
    case .messageIcons: "icons: \(row) shows one icon, and none next to an image"
    case .messageImageSize:
      "image: an empty state draws it at \(Int(profile.listParts.emptyState.smallestImage)) to \(Int(profile.listParts.emptyState.largestImage)) dp"
    case .emptyMenu: "accessory: the menu is empty, as the cell has no actions"
    case .actionWithoutIcon: "actions: an action without an icon shows its title, whatever its presentation"
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

extension Cell.Kind {
  /// The row of a cell of this kind, with its article.
  fileprivate var rowName: String {
    switch self {
    case .object: "an object cell"
    case .contact: "a contact"
    case .keyValue: "a key value cell"
    case .grid: "a table row"
    case .section: "a section"
    case .empty: "an empty state"
    case .skeleton: "a skeleton"
    }
  }
}

extension Style {
  /// The differences between what the profile asks for and all rows, as sentences.
  public var diagnostics: [String] { [lineBoundSentence, fontSentence].compactMap { $0 } }

  private var lineBoundSentence: String? {
    guard exceedsLineBounds, let bounds = profile.bounds else { return nil }
    return "lines: profile \(profile.name) has at most \(bounds.textLines) lines of title, and "
      + "\(bounds.descriptionLines) of description; set lineLimits to none for more"
  }

  private var fontSentence: String? {
    guard let standIn = metrics.fonts?.standIn else { return nil }
    let cure =
      standIn.package.map { "on Debian, 'apt-get install \($0)' brings it" } ?? "install it, or name another"
    return "font: \(standIn.missing), the font of profile \(profile.name), is not installed; "
      + "celld uses \(standIn.family): \(cure)"
  }
}
