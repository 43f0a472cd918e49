extension PictureSize {
  /// The size of a row's picture.
  public init(of row: borrowing Row) {
    let scale = PictureScale(row.style.unit)
    let unit = Double(row.style.unit.layoutUnits)
    self.init(
      width: Double(row.width) / unit * scale.across, height: Double(row.height) / unit * scale.down)
  }
}

/// The content of a row's picture.
struct RowPicture {
  var frames: [Frame]
  var size: PictureSize
  /// The target of the title's link.
  var href: [UInt8]?
  var label: String
  var isSelected: Bool
  /// Whether the leading edge is on the right.
  var isMirrored: Bool
  /// The height of the separator at the bottom, in the view's unit.
  var separator: Double
  /// The distance of the separator from the leading edge, in the view's unit.
  var separatorInset: Double
  /// Whether the cell is disabled.
  var isDimmed: Bool
  /// Whether elements or parts of the label were left out.
  var isClipped: Bool
  /// The kind of the cell; `object` for an object header.
  var kind: Cell.Kind

  /// Makes the picture of a row. Its elements have at most `limit` bytes.
  init(_ row: borrowing Row, limit: Int) {
    let (frames, hasMore) = FrameRenderer.frames(of: row, limit: limit)
    let label = FrameRenderer.label(of: row, limit: limit / 4)
    self.frames = frames
    self.label = label.text
    isClipped = hasMore || label.isClipped
    size = PictureSize(of: row)
    let hasTitle = frames.contains { $0.slot == .title }
    href = hasTitle ? row.view.cell.href.flatMap { Link.target($0, in: .page) } : nil
    isSelected = row.isSelected
    isMirrored = row.content.isMirrored
    let line = row.style.separator == .line ? row.separatorHeight : 0
    let unit = Double(row.style.unit.layoutUnits)
    separator = Double(line) / unit
    let isInset = row.style.profile.ornaments.insetsSeparators && !row.lengths.isColumns && !row.view.isHeader
    separatorInset = isInset ? Double(row.plan.leading(row.lengths)) / unit : 0
    isDimmed = !row.view.cell.isEnabled
    kind = row.view.isHeader ? .object : row.view.cell.kind
  }
}

extension Frame {
  /// The language that the element's lines imply.
  var language: StaticString? {
    lines.lazy.compactMap { ImpliedLanguage.tag(of: $0.text) }.first
  }
}
