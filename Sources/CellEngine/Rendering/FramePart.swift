extension Frame {
  /// A part of an element that is drawn in points as more than letters; lengths from the row's top left corner.
  ///
  /// Who draws an element that has parts draws them in their order, each in its rectangle, in place of its lines. The lines
  /// say the same in letters and signs, for those who only have these.
  public struct Part: Equatable, Sendable {
    /// What is drawn.
    public enum Content: Equatable, Sendable {
      /// Letters.
      case text(Line)
      /// The ground of an image; its source, if it has one, is the client's.
      case image(isRound: Bool, source: String?)
      /// The icon of a name; `glyph` is what stands for it where there is no picture of it.
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
      /// The mark in front of the title of a toggle that is on.
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

    /// The form of a selection control.
    public enum Control: String, CaseIterable, Sendable {
      case checkbox, radio
      /// A circle with a check mark, for one as for many.
      case circle
    }

    public var content: Content
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
  }
}
