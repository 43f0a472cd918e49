extension FontRole {
  /// The role of a text of a record.
  ///
  /// - Parameters:
  ///   - owner: the role of the texts of icons there (``RecordOwner/iconRole``).
  ///   - kind: the kind of the cell.
  ///   - isHeader: whether the cell is laid out as an object header.
  init(of tag: TextTag, owner: FontRole, in kind: Cell.Kind, isHeader: Bool) {
    let isKeyValue = kind == .keyValue && !isHeader
    switch tag {
    case .title: self = isHeader ? .headerTitle : FontRole(ofTitleIn: kind)
    case .subtitle where isKeyValue, .description where isKeyValue: self = .value
    case .subtitle, .column: self = .subtitle
    case .footnote, .caption, .headerFootnote, .chartSubtitle, .chartMinimum, .chartMaximum: self = .footnote
    case .chartTitle: self = .title
    case .chartKPI: self = .kpi
    case .description, .headerDescription, .preview: self = .description
    case .statusText: self = .status
    case .tag, .headerTag: self = .tag
    case .actionTitle, .actionTitleOn: self = .action
    case .iconText: self = owner
    case .number, .initials: self = .label
    }
  }

  /// The role of the title of a row. The title of an empty state is as large as that of an object
  /// header.
  init(ofTitleIn kind: Cell.Kind) {
    switch kind {
    case .object, .contact, .grid, .skeleton: self = .title
    case .keyValue: self = .key
    case .section: self = .section
    case .empty: self = .headerTitle
    }
  }
}
