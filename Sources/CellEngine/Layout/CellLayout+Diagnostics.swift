extension CellLayout {
  /// What the cell asks for and the row does not show, as sentences.
  public var diagnostics: [String] {
    var notes = measured.headerNotes ?? notes
    noteImage(in: &notes)
    return notes.sentences(profile: environment.profile, kind: cell.kind) + unknownIconSentences
  }

  private var notes: Diagnostics {
    var notes = Diagnostics()
    if cell.number >= 0, !has(.number) { notes.insert(missing: .number) }
    note(.tags, isFilled: !cell.tags.isEmpty, in: &notes)
    note(.rating, isFilled: cell.rating != nil, in: &notes)
    note(.avatars, isFilled: !cell.avatars.isEmpty, in: &notes)
    note(.info, isFilled: cell.info != nil, in: &notes)
    if !hasMainContent { noteTexts(in: &notes) }
    if hasMainContent, cell.footnote >= 0, cell.caption >= 0, rules.thirdRow != .both {
      notes.insert(.thirdRow)
    }
    if !cell.columns.isEmpty { noteColumns(in: &notes) }
    let entries =
      (cell.number >= 0 && has(.number) ? 1 : 0) + (rules.stackHoldsUnread && isUnread ? 1 : 0)
    if cell.icons.count + entries > stackLimit { notes.insert(.icons) }
    if cell.statuses.count > statusLimit {
      notes.insert(statusLimit < rules.statusLimit ? .statusesBesideAction : .statuses)
    }
    noteCutMarks(in: &notes)
    noteAccessory(in: &notes)
    return notes
  }

  /// A slot below the title, which neither all profiles nor all kinds have.
  private func note(_ slot: Slot, isFilled: Bool, in notes: inout Diagnostics) {
    guard isFilled else { return }
    if !has(slot) { notes.insert(missing: slot) } else if !hasMainContent { notes.insert(foreign: slot) }
  }

  /// The texts that a key value cell and a table row have no place for.
  private func noteTexts(in notes: inout Diagnostics) {
    if cell.footnote >= 0 { notes.insert(foreign: .footnote) }
    if cell.caption >= 0 { notes.insert(foreign: .caption) }
    if cell.kind == .keyValue {
      if cell.subtitle >= 0, cell.description >= 0 { notes.insert(.valueDescription) }
    } else {
      if cell.subtitle >= 0 { notes.insert(foreign: .subtitle) }
      if cell.description >= 0 { notes.insert(foreign: .description) }
    }
  }

  /// Columns of a cell that is no table, and those that find no room in one.
  private func noteColumns(in notes: inout Diagnostics) {
    guard cell.kind == .grid else { return notes.insert(.columns) }
    guard isTableRow else { return }
    let shown = measured.tracks.indices.count { measured.tracks[$0].width > 0 }
    if shown < cell.columns.count { notes.insert(.columnRoom) }
  }

  /// An image that is not drawn as large, or in the shape, that the cell asks for.
  private func noteImage(in notes: inout Diagnostics) {
    if isAlwaysRound, cell.picture.shape == .square { notes.insert(.personShape) }
    guard let size = cell.imageSize else { return }
    let image = environment.profile.image
    let header = environment.profile.header
    if measured.headerNotes != nil {
      if environment.hasWideHeader {
        if size != header.image { notes.insert(.wideHeaderImageSize) }
      } else if size < header.smallestCompactImage || size > header.largestCompactImage {
        notes.insert(.headerImageSize)
      }
    } else if cell.kind == .contact {
      if size != image.contact { notes.insert(.contactSize) }
    } else if cell.picture.showsPerson, let own = image.person {
      if size != own { notes.insert(.personSize) }
    } else if size < image.smallest || size > image.largest {
      notes.insert(.imageSize)
    }
  }

  /// Whether the image shows a person where those are round, whatever their shape.
  var isAlwaysRound: Bool {
    environment.profile.image.person != nil && (cell.picture.showsPerson || cell.kind == .contact)
  }

  /// Texts of icons, and initials, that are cut to their caps; no ellipsis tells of them.
  private func noteCutMarks(in notes: inout Diagnostics) {
    for index in 0..<min(cell.icons.count, stackLimit)
    where isCut(cell.icons[index], to: lengths.iconColumnLimit) {
      notes.insert(.iconText)
    }
    for index in 0..<min(cell.statuses.count, statusLimit) {
      if let icon = cell.statuses[index].icon, isCut(icon, to: lengths.statusIconLimit) {
        notes.insert(.statusIconText)
      }
    }
    if let icon = cell.info?.icon, has(.info), hasMainContent, isCut(icon, to: lengths.statusIconLimit) {
      notes.insert(.infoIconText)
    }
    if cell.initials >= 0, advance(of: cell.initials) > lengths.initials { notes.insert(.initials) }
    guard has(.avatars), hasMainContent else { return }
    for index in cell.avatars.indices
    where cell.avatars[index] >= 0 && advance(of: cell.avatars[index]) > lengths.initials {
      notes.insert(.avatarInitials)
    }
  }

  private func isCut(_ icon: CellFields.IconSource, to limit: Int32) -> Bool {
    if case .field(let field) = icon { advance(of: field) > limit } else { false }
  }

  /// What found no place where there is one accessory only.
  private func noteAccessory(in notes: inout Diagnostics) {
    if cell.accessory == .detail, !rules.drawsDetail { notes.insert(.detail) }
    if isTableRow {
      if !cell.actions.isEmpty, accessoryGlyph != nil, cell.accessory != .menu {
        notes.insert(.tableAccessory)
      }
      return
    }
    guard rules.hasOneAccessory, cell.kind != .contact, !cell.actions.isEmpty else { return }
    switch cell.accessory {
    case .disclosure, .detail: if !rules.isEditing { notes.insert(.accessory) }
    case .action: if cell.actions.count > 1 { notes.insert(.actions) }
    case .menu: if cell.actions.count == 1 { notes.insert(.accessory) }
    case .none: break
    }
  }

  // MARK: Unknown icons

  /// What of a name is told.
  private static let toldLetters = 32

  /// A sentence for each name that the icon table does not have.
  private var unknownIconSentences: [String] {
    var sentences: [String] = []
    func look(at icon: CellFields.IconSource?, _ slot: Slot) {
      guard case .letter(let field) = icon, let name = cell.original(of: field).flatMap({ words($0) })
      else {
        return
      }
      let told = name.count > Self.toldLetters ? "\(name.prefix(Self.toldLetters))…" : name
      let sentence = "\(slot.rawValue): there is no icon “\(told)”, so a letter stands for it"
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    let isHeader = measured.headerNotes != nil
    if !isHeader {
      for index in 0..<min(cell.icons.count, stackLimit) { look(at: cell.icons[index], .icons) }
    }
    for index in 0..<min(cell.statuses.count, statusLimit) { look(at: cell.statuses[index].icon, .status) }
    guard !isHeader else { return sentences }
    if has(.info), hasMainContent { look(at: cell.info?.icon, .info) }
    for index in cell.actions.indices where cell.actions[index].title < 0 {
      look(at: cell.actions[index].icon, .actions)
    }
    return sentences
  }
}
