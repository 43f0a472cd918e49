/// The result of measuring a row: the heights of its parts, and the texts as they are wrapped.
struct MeasuredRow: ~Copyable {
  /// The text rows of the main block, from top to bottom; then the description, if it has one.
  var texts = Scratch<MeasuredText>(capacity: 8)
  var tags = TagFlow()
  /// The columns of a table row that have room; each has a text.
  var tracks = Scratch<GridTrack>(capacity: 8)
  /// The width of a key next to its value; 0 if it is above.
  var keyWidth: Int32 = 0
  /// The rating as it fits, if it does.
  var rating: ShownRating?
  /// The avatars that fit, if any do.
  var avatars: AvatarRow?
  var showsInfo = false
  /// The heights of the parts.
  var mainHeight: Int32 = 0
  /// The lines of the text rows.
  var textLineCount: Int32 = 0
  /// The number of texts in the main block, plus its rows of other slots.
  var rowCount = 0
  /// The height of the main block without a description below, and at least the height of the
  /// statuses next to it.
  var aboveHeight: Int32 = 0
  var statusHeight: Int32 = 0
  /// The distances of the statuses and of a description column from the top of a row that is
  /// aligned at the top.
  var statusTop: Int32 = 0
  var descriptionTop: Int32 = 0
  var descriptionHeight: Int32 = 0
  var leadingHeight: Int32 = 0
  var trailingHeight: Int32 = 0
  /// The distance of the title from the top of a stacked row: the height of the image and the
  /// icons, and a gap.
  var stripHeight: Int32 = 0
  /// The height of the statuses below the texts of a stacked row, and the position of its actions.
  var stackedStatusHeight: Int32 = 0
  var stackedStatusTop: Int32 = 0
  var stackedActionsTop: Int32 = 0

  /// Whether something that is not a text is below the text rows.
  var hasBlocks: Bool {
    rating != nil || avatars != nil || showsInfo || !tags.isEmpty || stackedStatusHeight > 0
  }

  /// The height of the main block, with a description column and the statuses after it. They share
  /// their first baseline.
  var groupHeight: Int32 {
    descriptionHeight > 0 ? max(mainHeight, descriptionHeight, statusTop + statusHeight) : mainHeight
  }

  /// The height of the highest part.
  var height: Int32 {
    @inline(__always) get {
      max(mainHeight, statusTop + statusHeight, descriptionHeight, max(leadingHeight, trailingHeight))
    }
  }

  /// Forgets the row before the next is measured.
  @inline(__always)
  mutating func removeAll() {
    texts.removeAll()
    tags.removeAll()
    tracks.removeAll()
    keyWidth = 0
    rating = nil
    avatars = nil
    showsInfo = false
    descriptionHeight = 0
    statusTop = 0
    descriptionTop = 0
    stripHeight = 0
    stackedStatusHeight = 0
    stackedActionsTop = 0
  }

  /// Wraps a text of the cell and keeps it. Returns the height of its lines in layout units, 0 if
  /// the cell does not have the text.
  @inline(__always)
  @discardableResult
  mutating func measure(
    _ field: Int32?, _ slot: Slot, _ role: StyleRole, width: Int32, maximumLines: Int,
    _ view: borrowing CellView, into lines: inout TextLines
  ) -> Int32 {
    guard let field else { return 0 }
    return measureText(field, slot, role, width: width, maximumLines: maximumLines, view, into: &lines)
  }

  @inline(never)
  private mutating func measureText(
    _ field: Int32, _ slot: Slot, _ role: StyleRole, width: Int32, maximumLines: Int,
    _ view: borrowing CellView, into lines: inout TextLines
  ) -> Int32 {
    let text = MeasuredText(
      field, slot, role, width: width, maximumLines: maximumLines, view, into: &lines)
    texts.append(text)
    return text.height
  }
}
