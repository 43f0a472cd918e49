/// A whole document of pictures of rows, one below the other: a file that needs nothing else.
public struct PicturePage: Sendable {
  /// The picture of a row, and how large it is.
  public struct Row: Sendable {
    /// An `svg` element for ``PicturePage/svg(_:)``, an `li` element for ``PicturePage/html(_:)``.
    public var picture: [UInt8]
    public var size: PictureSize

    /// A row by its members.
    public init(picture: [UInt8], size: PictureSize) {
      self.picture = picture
      self.size = size
    }
  }

  private let title: String
  private let theme: Theme

  /// A page that is called `title`, for rows in the colours of `theme`.
  public init(title: String, theme: Theme) {
    self.title = title
    self.theme = theme
  }

  /// How large the picture of all rows is.
  public static func size(of rows: [Row]) -> PictureSize {
    rows.reduce(into: PictureSize(width: 0, height: 0)) { size, row in
      size.width = max(size.width, row.size.width)
      size.height += row.size.height
    }
  }

  /// One picture of all rows: an SVG document.
  public func svg(_ rows: [Row]) -> [UInt8] {
    Markup.svg(title: title, role: "list", size: Self.size(of: rows), ground: theme.background) { markup in
      markup.stack(rows)
    }
  }

  /// A list of all rows: an HTML document without scripts, which loads nothing and lets nothing be loaded.
  public func html(_ rows: [Row]) -> [UInt8] {
    Markup.html(title: title, theme: theme) { $0.list(rows, label: title) }
  }
}
