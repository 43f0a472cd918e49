/// Writes rows as complete pictures: `svg` elements in the colours of the environment's theme.
///
/// Texts are `text` elements, each with its measured width. A picture has a label for screen
/// readers. It has no scripts and loads nothing.
public struct SVGRenderer {
  private let options: PictureOptions

  public init(_ options: PictureOptions = PictureOptions()) { self.options = options }

  /// Appends the picture of a row.
  ///
  /// - Parameter limit: the maximum number of bytes of the picture as a JSON string. The picture
  ///   ends before the first element or line of text that does not fit.
  /// - Returns: `false` if something was left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    let picture = RowPicture(row, limit: limit)
    var writer = PictureWriter(row.style, options, .svg, limit: limit)
    // Screen readers read only the label of an image, so a picture with widgets is a group.
    writer.write(
      picture, role: picture.ownRole ?? (picture.isOperable ? "group" : "img"), label: picture.label)
    output += writer.markup.bytes
    return !picture.isClipped && !writer.isClipped
  }
}

/// Writes rows as items of an HTML list: `li` elements with the picture of the row.
///
/// An item has a label for screen readers. They read only the links, actions and controls of its
/// picture.
public struct HTMLRenderer {
  private let options: PictureOptions

  public init(_ options: PictureOptions = PictureOptions()) { self.options = options }

  /// Appends the item of a row.
  ///
  /// - Parameter limit: the maximum number of bytes of the item as a JSON string. Its picture ends
  ///   before the first element or line of text that does not fit.
  /// - Returns: `false` if something was left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    let picture = RowPicture(row, limit: limit)
    var writer = PictureWriter(row.style, options, .html, limit: limit)
    let role = picture.ownRole
    writer.markup.begin("li") { markup in
      if picture.isMirrored { markup.attribute("dir", "rtl") }
      let title = picture.frames.first { $0.slot == .title }
      if let language = title.flatMap(\.language) { markup.attribute("lang", language) }
      if picture.kind == .skeleton { markup.attribute("aria-busy", "true") }
      // A heading or a message speaks for itself.
      if role == nil { markup.attribute("aria-label", text: picture.label) }
    }
    writer.write(picture, role: role ?? "presentation", label: role == nil ? nil : picture.label)
    writer.markup.end("li")
    output += writer.markup.bytes
    return !picture.isClipped && !writer.isClipped
  }
}

extension RowPicture {
  /// The ARIA role of a row that is not an object: a heading, or a message about the list.
  fileprivate var ownRole: StaticString? {
    switch kind {
    case .section: "heading"
    case .empty: "status"
    case .object, .contact, .keyValue, .grid, .skeleton: nil
    }
  }
}
