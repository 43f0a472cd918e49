/// The avatars in the place of an image: one or two, and `+N` for the others.
///
/// Two avatars overlap diagonally in points, and the `+N` is in the free corner after the first. In
/// a terminal all are on one line: `AB CD +3`.
public struct AvatarGroup: Hashable, Sendable {
  /// The number of avatars, up to two, then two and the number of digits of `+N`. A larger extent
  /// is never narrower.
  public let extent: Int

  /// The maximum number of shown avatars (SAP/cloud-sdk-ios-fiori, AvatarStack).
  public static let limit = 2
  public static let none = AvatarGroup(extent: 0)

  public init(extent: Int) { self.extent = extent }

  /// The group of a cell with `count` avatars.
  public init(count: Int) {
    var digits = 0
    var hidden = max(0, count - Self.limit)
    while hidden > 0 {
      digits += 1
      hidden /= 10
    }
    extent = min(count, Self.limit) + digits
  }

  /// The number of shown avatars.
  var shown: Int { min(extent, Self.limit) }

  /// The wider of two groups.
  func union(_ other: AvatarGroup) -> AvatarGroup { extent < other.extent ? other : self }
}
