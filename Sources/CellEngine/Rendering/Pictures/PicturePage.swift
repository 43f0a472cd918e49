/// A document with the pictures of rows, each below the one before it. It needs no other file.
public struct PicturePage: Sendable {
  /// The picture of a row, and its size.
  public struct Row: Sendable {
    /// An `svg` element for ``PicturePage/svg(_:)``, an `li` element for ``PicturePage/html(_:)``.
    public var picture: [UInt8]
    public var size: PictureSize
    /// The menu or the preview next to the row, which is above the rows after it.
    public var overlay: OverlayPicture?

    /// Makes a row from its members.
    public init(picture: [UInt8], size: PictureSize, overlay: OverlayPicture? = nil) {
      self.picture = picture
      self.size = size
      self.overlay = overlay
    }
  }

  private let title: String
  private let theme: ThemeColors

  /// Makes a page with a title, for rows in the colours of `theme`.
  public init(title: String, theme: ThemeColors) {
    self.title = title
    self.theme = theme
  }

  /// The size of the picture of all rows.
  public static func size(of rows: [Row]) -> PictureSize {
    var end = 0.0
    var size = rows.reduce(into: PictureSize(width: 0, height: 0)) { size, row in
      if let overlay = row.overlay { end = max(end, size.height + overlay.y + overlay.size.height) }
      size.width = max(size.width, row.size.width)
      size.height += row.size.height
    }
    size.height = max(size.height, end)
    return size
  }

  /// Returns an SVG document with all rows.
  public func svg(_ rows: [Row]) -> [UInt8] {
    Markup.svg(title: title, role: "list", size: Self.size(of: rows), ground: theme.background) { markup in
      markup.stack(rows)
    }
  }

  /// Returns an HTML document with a list of all rows. It has no scripts, and its
  /// Content-Security-Policy lets it load nothing.
  public func html(_ rows: [Row]) -> [UInt8] {
    Markup.html(title: title, theme: theme) { $0.list(rows, label: title) }
  }
}
