/// A text that was wrapped and is not placed yet.
struct MeasuredText {
  var field: Int32
  /// What it was wrapped to.
  var width: Int32
  /// The first of its lines, of the row's text lines, and how many there are.
  var firstLine: Int32
  var lineCount: Int32
  /// Of all its lines.
  var height: Int32
  /// The hidden bytes of the field's display text.
  var hidden: Range<Int32>
  var slot: Slot
  var role: StyleRole
  var isTruncated: Bool

  /// Its lines, of the row's text lines.
  var lines: Range<Int32> { firstLine..<firstLine + lineCount }
}

/// A tag where the flow of tags puts it, or the `+N` at the end of them.
struct FlowedTag {
  /// The tag's place among the cell's tags; -1 for `+N`.
  var tag: Int32
  /// N, for `+N`.
  var more: Int32
  /// In layout units from the main block's left edge.
  var x: Int32
  /// The line of the flow, from 0.
  var line: Int32
  var width: Int32
}

/// A column of a table row where it stands.
struct GridTrack {
  /// In layout units from the main block's left edge.
  var x: Int32
  var width: Int32
}

/// What measuring finds out of a row: how high its parts are, and which lines its texts take.
struct MeasuredRow: ~Copyable {
  /// The text rows of the main block, from top to bottom; then the description, where it has one.
  var texts = Scratch<MeasuredText>(capacity: 8)
  var tags = Scratch<FlowedTag>(capacity: 16)
  /// The columns of a table row that have room; each has a text.
  var tracks = Scratch<GridTrack>(capacity: 8)
  /// What a key has beside its value; 0 where it stands above.
  var keyWidth: Int32 = 0
  /// What an object header could not show; `nil` where the row is none.
  var headerNotes: Diagnostics?
  /// The rating as it fits, if it does.
  var rating: CellLayout.DrawnRating?
  /// How many avatars fit; -1 where the row has none.
  var avatarCount = -1
  var showsInfo = false
  /// Where each part ends, in layout units from the top of the part.
  var mainHeight: Int32 = 0
  /// The lines of its text rows.
  var textLineCount: Int32 = 0
  /// How many texts, and rows of other things, stand below each other in it.
  var rowCount = 0
  /// The main block without a description below, and at least as high as the statuses beside it.
  var aboveHeight: Int32 = 0
  var statusHeight: Int32 = 0
  var descriptionHeight: Int32 = 0
  var leadingHeight: Int32 = 0
  var trailingHeight: Int32 = 0
  /// Where the row's parts are placed already.
  var isPlaced = false

  /// Forgets the row before the next is measured.
  @inline(__always)
  mutating func removeAll() {
    texts.removeAll()
    tags.removeAll()
    tracks.removeAll()
    keyWidth = 0
    headerNotes = nil
    rating = nil
    avatarCount = -1
    showsInfo = false
    descriptionHeight = 0
    isPlaced = false
  }
}
