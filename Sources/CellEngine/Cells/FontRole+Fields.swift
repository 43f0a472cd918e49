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
    case .title: self = isHeader ? .headerTitle : isKeyValue ? .key : .title
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
}
