/// A receiver of the members that ``RecordReader`` reads.
protocol RecordSink: ~Copyable {
  /// Receives a text that rows or headers show.
  mutating func take(_ text: RecordText)

  /// Receives any other field.
  ///
  /// - Parameters:
  ///   - tag: the tag of the field, which is known for most fields without reading it.
  ///   - owner: the member that the field belongs to.
  mutating func take(_ field: RecordField, _ tag: FieldTag, of owner: RecordOwner)
}

/// The member that an icon, a label or an image source belongs to: the one that began last.
enum RecordOwner {
  case icon, image, avatar, status, info, action, trend

  /// The font role of the texts of its icons.
  var iconRole: FontRole {
    switch self {
    case .status, .info, .trend: .status
    case .action: .action
    case .icon, .image, .avatar: .label
    }
  }
}

/// A text of a record, with the properties that do not depend on a view.
struct RecordText {
  var tag: TextTag
  var owner: RecordOwner
  var role: FontRole
  /// The kind of the cell.
  var kind: Cell.Kind
  /// The field with the bytes to display.
  var shown: RecordField
  /// The bytes that the client sent, if they are others.
  var original: UnsafeBufferPointer<UInt8>?
}

/// Walks through the fields of a record that rows and headers show, and hands them to a sink.
///
/// The preparation of texts and the layout are sinks of this reader. That way they agree on the
/// order and the roles of texts.
struct RecordReader {
  /// Whether the members that only object headers show are read too, and all that no row shows.
  let includesHeader: Bool
  /// Whether the preview is read too.
  let includesPreview: Bool
  private var owner = RecordOwner.icon
  private var kind = Cell.Kind.object
  /// The roles of texts that depend on the kind of the cell.
  private var titleRole: FontRole
  private var subtitleRole = FontRole.subtitle
  private var descriptionRole = FontRole.description

  @inline(__always)
  init(includesHeader: Bool, includesPreview: Bool = false) {
    self.includesHeader = includesHeader
    self.includesPreview = includesPreview || includesHeader
    titleRole = includesHeader ? .headerTitle : .title
  }

  /// Reads all fields of a record.
  @inline(__always)
  mutating func read<Sink: RecordSink & ~Copyable>(_ fields: RecordFields, into sink: inout Sink) {
    // The fields of most cells are asked for in the order in which they were written. In a list of
    // similar cells the processor predicts each of these questions; a jump by the tag it does not.
    var rest: RecordFields? = fields
    while var record = rest {
      if let field = record.next(.id) { sink.take(field, .id, of: .icon) }
      if let field = record.next(.title) { sink.take(text(field, .title, titleRole)) }
      if let field = record.next(.subtitle) { sink.take(text(field, .subtitle, subtitleRole)) }
      if let field = record.next(.footnote) { sink.take(text(field, .footnote, .footnote)) }
      while let icon = record.next(.icon) {
        owner = .icon
        sink.take(icon, .icon, of: .icon)
        if let field = record.next(.iconText) { sink.take(text(field, .iconText, .label, of: .icon)) }
      }
      while let status = record.next(.status) {
        owner = .status
        sink.take(status, .status, of: .status)
        if let field = record.next(.statusText) { sink.take(text(field, .statusText, .status, of: .status)) }
      }
      while let field = record.next(.tag) { sink.take(text(field, .tag, .tag)) }
      if let field = record.next(.description) { sink.take(text(field, .description, descriptionRole)) }
      rest = readOther(record, into: &sink)
    }
  }

  /// A text that is displayed as it is.
  @inline(__always)
  private func text(
    _ field: RecordField, _ tag: TextTag, _ role: FontRole, of owner: RecordOwner = .icon
  ) -> RecordText {
    RecordText(tag: tag, owner: owner, role: role, kind: kind, shown: field)
  }

  /// Reads a field that few cells have, or that is at another index in each cell.
  ///
  /// - Returns: the fields after it; `nil` if there are none, or none that rows show.
  @inline(never)
  private mutating func readOther<Sink: RecordSink & ~Copyable>(
    _ fields: RecordFields, into sink: inout Sink
  ) -> RecordFields? {
    var record = fields
    guard let field = record.next() else { return nil }
    let display = field.hasDisplay ? record.next() : nil
    if let tag = field.textTag {
      guard includesPreview || tag != .preview else { return nil }
      let role = FontRole(of: tag, owner: owner.iconRole, in: kind, isHeader: includesHeader)
      sink.take(
        RecordText(
          tag: tag, owner: owner, role: role, kind: kind, shown: display ?? field,
          original: display == nil || field.bytes.isEmpty ? nil : field.bytes))
      return record
    }
    let tag = field.tag
    guard includesHeader || !tag.endsLaidOutFields else { return nil }
    switch tag {
    case .icon: owner = .icon
    case .image: owner = .image
    case .avatar: owner = .avatar
    case .status: owner = .status
    case .info: owner = .info
    case .action: owner = .action
    case .trend: owner = .trend
    case .kind: read(kind: field.cellKind)
    default: break
    }
    sink.take(field, tag, of: owner)
    return record
  }

  private mutating func read(kind: Cell.Kind) {
    self.kind = kind
    guard kind != .object, !includesHeader else { return }
    titleRole = FontRole(ofTitleIn: kind)
    if kind == .keyValue { (subtitleRole, descriptionRole) = (.value, .value) }
  }
}

extension FontRole {
  /// The role of a text of a record.
  ///
  /// - Parameters:
  ///   - owner: the role of the texts of icons there (``RecordOwner/iconRole``).
  ///   - kind: the kind of the cell.
  ///   - isHeader: whether the cell is laid out as an object header.
  init(of tag: TextTag, owner: FontRole, in kind: Cell.Kind, isHeader: Bool) {
    switch tag {
    case .title: self = isHeader ? .headerTitle : FontRole(ofTitleIn: kind)
    case .iconText: self = owner
    default:
      let roles = Self.roles[Int(tag.rawValue)]
      self = kind == .keyValue && !isHeader ? roles.value : roles.usual
    }
  }

  /// The roles of the texts of members, by their tags.
  private static let roles: [(usual: FontRole, value: FontRole)] = {
    var roles = [(usual: FontRole, value: FontRole)](repeating: (.label, .label), count: 64)
    for member in CellMember.Kind.allCases.flatMap(CellMember.members) where member.isText {
      roles[Int(member.tag)] = (member.role, member.valueRole)
    }
    return roles
  }()

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
