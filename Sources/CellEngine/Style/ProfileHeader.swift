/// The distances of an object header, in points (S3).
public struct ProfileHeader: Hashable, Sendable {
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
  public static let fiori = ProfileHeader()
}
