/// The marks, tags and actions of a profile, and its object header.
extension Profile {
  /// The sizes of the parts next to and below the texts, in points.
  public struct Ornaments: Hashable, Sendable {
    /// The minimum of a selection control, and of an action that is an icon.
    public var control = 24.0
    public var action = 25.0
    /// Between actions, and between the activities of a contact.
    public var actionSpacing = 8.0
    public var activitySpacing = 4.0
    /// The maximum of the title of an action, unless a share of the view's width is more.
    public var actionTitle = 128.0
    public var actionTitleShare = 0.125
    /// The maximum of a number.
    public var number = 64.0
    /// At both sides of a tag's text, and above and below it; between tags.
    public var tagInset = 4.0
    public var tagPadding = 2.0
    public var tagSpacing = 10.0
    /// Between lines of tags. It is less than the gap around all tags.
    public var tagLineSpacing = 4.0
    /// The edge of a star, and between two of them.
    public var star = 16.0
    public var starSpacing = 6.0
    /// The marks that are drawn as shapes: of an unread cell, of a drill-down, and all others.
    public var unread = 8.0
    public var chevron = 10.0
    public var mark = 20.0
    /// The mark of a toggle that is on, and the space between a title and the border of its button.
    public var check = 18.0
    public var buttonInset = 10.0
    /// The minimum width of a bar of a series, and the dot of a page.
    public var bar = 8.0
    public var dot = 8.0
    /// The height of a series (SAP/cloud-sdk-ios-fiori, HeaderChart).
    public var series = 75.0
    /// The minimum edge of the area of an element that reacts to touch, if its row has room.
    public var touchTarget = 48.0
    /// Whether separators begin at the texts, and not at the edge of the row.
    public var insetsSeparators = false

    /// The ornaments of the open SwiftUI library, and the targets of Material.
    public static let fiori = Ornaments()
  }

  /// The distances of an object header, in points (S3).
  public struct HeaderDistances: Hashable, Sendable {
    /// The documents that have the distances.
    public var source = "S3 Object Header, iOS; SAP/cloud-sdk-ios-fiori, ObjectHeader"
    /// The edge of the image in a wide header and in a compact one. In a compact header, an image
    /// may ask for another edge between the smallest and the largest.
    public var image = 70.0
    public var compactImage = 45.0
    public var smallestCompactImage = 16.0
    public var largestCompactImage = 60.0
    /// The width from which on a wide header never has pages. In narrower views it needs the
    /// minimum widths of its blocks.
    public var leastWidth = 480.0
    /// Above and below.
    public var padding = 18.0
    /// The minimum between blocks in a row, and between texts.
    public var gap = 48.0
    public var rowGap = 8.0
    /// Between the title and the subtitle.
    public var titleGap = 4.0
    /// Between the image and the title, in a wide header and in a compact one.
    public var imageGap = 24.0
    public var compactImageGap = 16.0
    /// Before the statuses of a wide header.
    public var statusGap = 40.0
    /// The minimum and the maximum width of the left block next to a middle block.
    public var leastLeft = 120.0
    public var left = 740.0
    /// The maximum of the middle and of the statuses.
    public var middle = 312.0
    public var status = 120.0
    /// In a chart: between its title and its subtitle, and between its figures. Then before its
    /// figures and its series, between these two, and before the labels of the series.
    public var chartTitleGap = 2.0
    public var chartGap = 8.0
    public var chartColumnGap = 20.0
    public var chartLabelGap = 4.0
    /// The maximum share of a compact header for its statuses, 0…1.
    public var compactStatusShare = 0.23

    /// The distances of the open SwiftUI library, which all profiles share.
    public static let fiori = HeaderDistances()
  }
}
