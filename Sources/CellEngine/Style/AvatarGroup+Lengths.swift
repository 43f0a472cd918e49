/// The lengths of the avatars in the place of an image.
extension AvatarGroup {
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
