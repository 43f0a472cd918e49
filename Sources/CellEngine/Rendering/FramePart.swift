extension Frame {
  /// A part of an element that is drawn in points as more than letters; lengths from the row's top left corner.
  ///
  /// Parts are drawn in their order, each in its rectangle, in place of the element's lines. The lines have the same
  /// content in letters and signs.
  public struct Part: Equatable, Sendable {
    /// The content of a part.
    public enum Content: Equatable, Sendable {
      /// Letters.
      case text(Line)
      /// The ground of an image; its source, if it has one, is the client's.
      case image(isRound: Bool, source: String?)
      /// The icon of a name; `glyph` is its fallback if there is no picture of it.
      case icon(name: String, glyph: String)
      case control(Control, isOn: Bool)
      /// The dot of an unread cell.
      case unread
      /// The mark of a drill-down, which points to the trailing edge.
      case chevron
      /// The mark of more information, and that of an overflow menu.
      case detail, menu
      /// The border of a button; a toggle may be on.
      case button(isOn: Bool)
      /// The mark before the title of a toggle that is on.
      case check
      /// A download: to do, running (0…1), done (1).
      case download(progress: Double?)
      /// Stars, as high as the part, of which `value` are full, in halves.
      case stars(value: Double, max: Int)
      /// The ground of a tag.
      case tag
      /// A series, each value 0…1 of the height.
      case bars([Double])
      /// A dot for each page of a header; which is shown, from the left.
      case pages(shown: Int, count: Int)
    }

    public typealias Control = SelectionControl

    public var content: Content
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
  }
}
