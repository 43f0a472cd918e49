/// Writes rows as pictures that stand alone: `svg` elements in the colours of the environment's theme.
///
/// Texts are text, each set to the width that was measured. A picture is labelled for screen readers; it has no scripts
/// and loads nothing.
public struct SVGRenderer {
  private let options: PictureOptions

  public init(_ options: PictureOptions = PictureOptions()) { self.options = options }

  /// Appends the picture of a row.
  ///
  /// - Parameter limit: the maximum number of bytes of the picture as a string of JSON. It ends before the first element
  ///   or line of text that does not fit.
  /// - Returns: `false` if something was left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    let picture = RowPicture(row, limit: limit)
    var writer = PictureWriter(row.style, options, limit: limit)
    // Only the label of an image is read, so a picture with something to operate is a group.
    writer.write(picture, role: picture.isOperable ? "group" : "img", label: picture.label)
    output += writer.markup.bytes
    return !picture.isClipped && !writer.isClipped
  }
}

/// Writes rows as items of an HTML list: `li` elements with the picture of the row in each.
///
/// An item is labelled for screen readers; of its picture, only links, actions and controls are read.
public struct HTMLRenderer {
  private let options: PictureOptions

  public init(_ options: PictureOptions = PictureOptions()) { self.options = options }

  /// Appends the item of a row.
  ///
  /// - Parameter limit: the maximum number of bytes of the item as a string of JSON. Its picture ends before the first
  ///   element or line of text that does not fit.
  /// - Returns: `false` if something was left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    let picture = RowPicture(row, limit: limit)
    var writer = PictureWriter(row.style, options, limit: limit)
    writer.markup.begin("li") { markup in
      if picture.isMirrored { markup.attribute("dir", "rtl") }
      let title = picture.frames.first { $0.slot == .title }
      if let language = title.flatMap(\.language) { markup.attribute("lang", language) }
      markup.attribute("aria-label", text: picture.label)
    }
    writer.write(picture, role: "presentation", label: nil)
    writer.markup.end("li")
    output += writer.markup.bytes
    return !picture.isClipped && !writer.isClipped
  }
}

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
  /// Where the title leads.
  var href: [UInt8]?
  var label: String
  var isSelected: Bool
  /// Whether the leading edge is the right one.
  var isMirrored: Bool
  /// The height of the line at the bottom, in the view's unit.
  var separator: Double
  /// Whether elements or parts of the label were left out.
  var isClipped: Bool

  /// The picture of a row, as far as its elements have at most `limit` bytes.
  init(_ row: borrowing Row, limit: Int) {
    let (frames, hasMore) = FrameRenderer.frames(of: row, limit: limit)
    let label = FrameRenderer.label(of: row, limit: limit / 4)
    self.frames = frames
    self.label = label.text
    isClipped = hasMore || label.isClipped
    size = PictureSize(of: row)
    let hasTitle = frames.contains { $0.slot == .title }
    href = hasTitle ? row.view.cell.href.flatMap { Link.href($0) } : nil
    isSelected = row.isSelected
    isMirrored = row.content.isMirrored
    let line = row.style.separator == .line ? row.lengths.separator : 0
    separator = Double(line) / Double(row.style.unit.layoutUnits)
  }
}

extension Frame {
  /// The language that the element's text implies.
  var language: StaticString? {
    lines.lazy.compactMap { ImpliedLanguage.tag(of: $0.text) }.first
  }
}
