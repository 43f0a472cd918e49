/// The fields of one packed cell, read into arrays that layout can index; valid while the record is borrowed.
///
/// It is used again from cell to cell.
struct CellFields: ~Copyable {
  /// A text that is laid out.
  struct Field {
    /// Where the bytes to display begin.
    var start: UnsafePointer<UInt8>
    var count: Int32
    /// The index of the field's analysis; -1 where it has none: it is printable ASCII.
    var prepared: Int32 = -1
    /// Without an analysis: how many bytes are left without the spaces at the end, which take no room.
    var inkCount: Int32 = 0
    var role: FontRole

    /// The bytes to display.
    @inline(__always)
    var display: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(count)) }

    /// Whether it has an analysis.
    @inline(__always)
    var isPrepared: Bool { prepared >= 0 }
  }

  /// What the client sent where something else is displayed of it.
  struct Original {
    var field: Int32
    var bytes: UnsafeBufferPointer<UInt8>
  }

  /// An icon: a named glyph, or a text.
  enum IconSource {
    case named(Int32)
    case field(Int32)
    /// The first letter of an unknown name.
    case letter(Int32)
  }

  /// A status, or the status info label.
  struct StatusEntry {
    var state: Status.State
    var icon: IconSource?
    var text: Int32 = -1
    /// What a screen reader says in place of text and icon, and in place of the icon.
    var label: UnsafeBufferPointer<UInt8>?
    var iconLabel: UnsafeBufferPointer<UInt8>?
    /// The icon in words, where it has no label.
    var iconWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  }

  /// How the detail image or an avatar is drawn where there are pictures.
  struct Picture {
    /// As the client says.
    var shape: Image.Shape?
    var showsPerson = false
    var source: UnsafeBufferPointer<UInt8>?

    init() {}

    init(code: UInt8) {
      if code & 0x7F != 0 { shape = Image.Shape(code: (code & 0x7F) - 1) }
      showsPerson = code & 0x80 != 0
    }
  }

  /// An action that may stand inline.
  struct ActionEntry {
    var kind: Action.Kind
    var isEnabled: Bool
    var icon: IconSource?
    var title: Int32 = -1
    /// Its id, which stands for an action that has neither title nor icon.
    var id: Int32 = -1
    /// The id as the client sent it.
    var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The icon in words, where it has some.
    var iconWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var isOn = false
    /// 0…1, or `nil` where it has not started.
    var progress: Double?
  }

  /// A column of a cell of the kind grid.
  struct ColumnEntry {
    var text: Int32
    var width: GridColumn.Width
  }

  /// The chart of an object header; -1 where it has no such text.
  struct ChartEntry {
    var title: Int32 = -1
    var subtitle: Int32 = -1
    var trend: Int32 = -1
    /// Doubles, as they are packed.
    var values = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  }

  /// Where the whole record stands.
  var memory: Range<UnsafePointer<UInt8>>
  var fields = Scratch<Field>(capacity: 32)
  /// Of few fields, and read by few.
  private(set) var originals = Scratch<Original>(capacity: 4)
  var id = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var href: UnsafeBufferPointer<UInt8>?
  /// Indices into `fields`; -1 where the cell has no such text.
  var number: Int32 = -1
  var title: Int32 = -1
  var subtitle: Int32 = -1
  var footnote: Int32 = -1
  var caption: Int32 = -1
  var description: Int32 = -1
  var initials: Int32 = -1
  var icons = Scratch<IconSource>()
  /// What a screen reader says for the icons: their labels, else their names or texts.
  var iconLabels = Scratch<UnsafeBufferPointer<UInt8>>()
  var imageLabel: UnsafeBufferPointer<UInt8>?
  var hasImage = false
  var imageSize: Double?
  var picture = Picture()
  var avatars = Scratch<Int32>()
  var avatarPictures = Scratch<Picture>(capacity: 4)
  /// What a screen reader says for those avatars that have words.
  var avatarLabels = Scratch<UnsafeBufferPointer<UInt8>>(capacity: 4)
  var statuses = Scratch<StatusEntry>()
  var info: StatusEntry?
  var tags = Scratch<Int32>()
  var rating: Rating?
  var accessory = Accessory.none
  var actions = Scratch<ActionEntry>()
  /// How its slots are cut: as the view says, unless the cell says otherwise.
  var truncation = SlotTruncations([])
  var isEnabled = true
  var kind = Cell.Kind.object
  var columns = Scratch<ColumnEntry>(capacity: 1)
  /// What only the object header shows.
  var headerTags = Scratch<Int32>(capacity: 1)
  var headerFootnotes = Scratch<Int32>(capacity: 1)
  var headerDescription: Int32 = -1
  var chart: ChartEntry?

  /// No fields.
  init() {
    let nothing = ("" as StaticString).utf8Start
    memory = nothing..<nothing
  }

  /// Reads `record`, with the interaction state of `state`; the analysis of its texts starts at `firstPrepared`.
  ///
  /// - Parameters:
  ///   - preparesASCII: whether texts of printable ASCII have an analysis, too.
  ///   - includesHeader: whether what only the object header shows is read too.
  mutating func read(
    _ record: PackedFields, state: borrowing CellState, truncation: SlotTruncations, firstPrepared: Int32,
    preparesASCII: Bool, includesHeader: Bool = false
  ) {
    removeAll()
    memory = record.memory
    self.truncation = truncation
    var reader = FieldReader(
      includesHeader: includesHeader, preparesASCII: preparesASCII, nextPrepared: firstPrepared)
    reader.read(record, into: &self, state)
  }

  /// The bytes of a field as the client sent them, where they are not those to display.
  func original(of field: Int32) -> UnsafeBufferPointer<UInt8>? {
    originals.withElements { $0.first { $0.field == field }?.bytes }
  }

  /// Whether a text has a grapheme cluster of more marks than are displayed.
  var hasDroppedMarks: Bool {
    originals.withElements { $0.contains { DisplayText.dropsMarks(of: $0.bytes) } }
  }

  /// Keeps what the client sent for a field.
  mutating func setOriginal(_ bytes: UnsafeBufferPointer<UInt8>, of field: Int32) {
    originals.append(Original(field: field, bytes: bytes))
  }

  private mutating func removeAll() {
    fields.removeAll()
    originals.removeAll()
    icons.removeAll()
    iconLabels.removeAll()
    avatars.removeAll()
    avatarLabels.removeAll()
    statuses.removeAll()
    tags.removeAll()
    actions.removeAll()
    number = -1
    title = -1
    subtitle = -1
    footnote = -1
    caption = -1
    description = -1
    initials = -1
    hasImage = false
    imageLabel = nil
    imageSize = nil
    picture = Picture()
    avatarPictures.removeAll()
    href = nil
    info = nil
    rating = nil
    accessory = .none
    isEnabled = true
    kind = .object
    columns.removeAll()
    headerTags.removeAll()
    headerFootnotes.removeAll()
    headerDescription = -1
    chart = nil
  }
}
