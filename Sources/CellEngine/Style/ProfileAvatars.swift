/// Where avatars are, and their sizes in points.
public struct ProfileAvatars: Hashable, Sendable {
  /// The parts of a row that can have the avatars.
  public enum Placement: Sendable {
    /// In a line below the texts.
    case mainContent
    /// In the place of the image, which they replace: one or two, then `+N`.
    case image
  }

  public var placement = Placement.mainContent
  /// The edge of one.
  public var size: Double
  /// How much of it the next covers.
  public var overlap: Double

  /// A row of small ones (S1).
  public static let row = ProfileAvatars(size: 16, overlap: 2)
  /// A stack, in which each covers half of the one before (S2).
  public static let stack = ProfileAvatars(size: 45, overlap: 22.5)
  /// A group in the place of the image, in which the second covers a quarter of the first (C).
  public static let group = ProfileAvatars(placement: .image, size: 45, overlap: 22.5)

  var replaceImage: Bool { placement == .image }
}
