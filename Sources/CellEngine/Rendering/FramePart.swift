extension Frame {
  /// A part of an element that is drawn in points as more than letters. Lengths are from the row's
  /// top left corner.
  ///
  /// The parts replace the element's lines, which have the same content in letters and signs. They
  /// are drawn in order, each in its rectangle.
  public struct Part: Equatable, Sendable {
    /// The content of a part.
    public enum Content: Equatable, Sendable {
      /// Letters.
      case text(Line)
      /// The background of an image. `source` is the client's, if the image has one. `accent` is
      /// the index of a colour for an avatar that is too small for initials.
      case image(isRound: Bool, source: String?, accent: Int? = nil)
      /// A named icon. `glyph` is its fallback if the name has no picture.
      case icon(name: String, glyph: String)
      case control(Control, isOn: Bool)
      /// The dot of an unread cell.
      case unread
      /// The mark of a drill-down, which points to the trailing edge.
      case chevron
      /// The marks of more information and of an overflow menu.
      case detail, menu
      /// The border of a button. Only a toggle can be on.
      case button(isOn: Bool)
      /// The mark before the title of a toggle that is on.
      case check
      /// A download: `nil` if it has not started, 0…1 if it is running, 1 if it is done.
      case download(progress: Double?)
      /// `max` stars with the height of the part. `value` of them are full, in steps of a half.
      case stars(value: Double, max: Int)
      /// The background of a tag.
      case tag
      /// The background of a swipe button, in the colour of its role.
      case ground
      /// The bar of content that is being loaded.
      case placeholder
      /// The series of a chart. Each value is 0…1 of the height. Columns and areas begin at `zero`.
      case series(HeaderContent.Chart.Form, [Double], zero: Double)
      /// A dot for each page of a header. `shown` is the index of the shown page, from the left.
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
