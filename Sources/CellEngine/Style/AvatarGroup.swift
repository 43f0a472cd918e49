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

  // MARK: Lengths

  func width(_ lengths: Lengths, _ glyphs: borrowing GlyphSet) -> Int32 {
    guard extent > 0 else { return 0 }
    let avatars = shown > 1 ? secondX(lengths) + lengths.avatar : lengths.avatar
    guard extent > shown else { return avatars }
    let digits = Int32(truncatingIfNeeded: extent - shown) * glyphs.digitAdvance
    return max(avatars, moreX(lengths) + glyphs.advance(of: .plus) + digits)
  }

  func height(_ lengths: Lengths) -> Int32 {
    guard extent > 0 else { return 0 }
    if lengths.isColumns { return lengths.line }
    return shown > 1 ? secondY(lengths) + lengths.avatar : lengths.avatar
  }

  /// The position of the second avatar. In points it is below the `+N`.
  func secondX(_ lengths: Lengths) -> Int32 { lengths.avatar + lengths.avatarGap }
  func secondY(_ lengths: Lengths) -> Int32 {
    if lengths.isColumns { return 0 }
    return max(secondX(lengths), extent > shown ? moreHeight(lengths) : 0)
  }

  /// The position of the `+N`, and the height of its line.
  func moreX(_ lengths: Lengths) -> Int32 {
    lengths.isColumns ? secondX(lengths) + lengths.avatar + lengths.avatarGap : lengths.avatar
  }
  func moreHeight(_ lengths: Lengths) -> Int32 { lengths.height(of: .count) }

  /// At least the width, for which no marks are measured.
  ///
  /// - Parameter letter: at least the width of a digit or a plus sign.
  func widthLimit(_ lengths: Lengths, letter: Int32) -> Int32 {
    guard extent > 0 else { return 0 }
    return 2 * (lengths.avatar + max(0, lengths.avatarGap)) + Int32(truncatingIfNeeded: extent) * letter
  }
}
