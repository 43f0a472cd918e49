/// The rating control and the row of avatars.
extension CellLayout {
  /// How many stars a rating is drawn with at most; more are written as a number.
  private static let drawnStars = 10

  /// A rating as it is drawn.
  struct DrawnRating {
    var rating: Rating
    /// Whether it is a row of stars, and no number.
    var hasStars: Bool
  }

  /// Full stars and whether a half follows: half from .25 to .75.
  func halves(of rating: Rating) -> (full: Int, half: Bool) {
    let value = max(0, min(rating.value, Double(rating.max)))
    let full = Int(value.rounded(.down))
    let rest = value - Double(full)
    return rest > 0.75 ? (full + 1, false) : (full, rest >= 0.25)
  }

  /// A rating that nothing cuts.
  func drawn(_ rating: Rating) -> DrawnRating {
    DrawnRating(rating: rating, hasStars: !glyphs.isASCII && rating.max <= Self.drawnStars)
  }

  /// The advance of a rating.
  func advance(of drawn: DrawnRating) -> Int32 {
    var sum: Int32 = 0
    let rating = drawn.rating
    let (full, half) = halves(of: rating)
    if drawn.hasStars, lengths.star > 0 {
      sum += Int32(clamping: rating.max) * (lengths.star + lengths.starGap) - lengths.starGap
    } else if drawn.hasStars {
      sum += Int32(full) * glyphs.advance(of: .star)
      if half { sum += glyphs.advance(of: .halfStar) }
      sum += Int32(max(0, rating.max - full - (half ? 1 : 0))) * glyphs.advance(of: .emptyStar)
    } else {
      sum += glyphs.advance(of: Int32(clamping: full)) + (half ? glyphs.advance(of: .half) : 0)
      sum += glyphs.advance(of: .slash) + glyphs.advance(of: Int32(clamping: rating.max))
    }
    return sum + countAdvance(of: rating)
  }

  private func countAdvance(of rating: Rating) -> Int32 {
    guard let count = rating.count else { return 0 }
    return glyphs.advance(of: .space) + glyphs.advance(of: .parenthesisOpen)
      + glyphs.advance(of: Int32(clamping: count)) + glyphs.advance(of: .parenthesisClose)
  }

  /// The rating as it fits the main block: its count goes first where both do not fit, then a number stands in place of
  /// its stars. Where not even that fits, it is nothing.
  func fitting(_ rating: Rating) -> DrawnRating? {
    var shown = drawn(rating)
    if advance(of: shown) > plan.below { shown.rating.count = nil }
    if advance(of: shown) > plan.below { shown.hasStars = false }
    return advance(of: shown) <= plan.below ? shown : nil
  }

  /// Places a rating that fits.
  func placeRating(_ drawn: DrawnRating, x: Int32, y: Int32) {
    let rating = drawn.rating
    let line = beginLine()
    var advance: Int32 = 0
    let (full, half) = halves(of: rating)
    if drawn.hasStars {
      for _ in 0..<full { advance += appendGlyph(.star) }
      if half { advance += appendGlyph(.halfStar) }
      for _ in 0..<max(0, rating.max - full - (half ? 1 : 0)) { advance += appendGlyph(.emptyStar) }
    } else {
      advance += appendInteger(full)
      if half { advance += appendGlyph(.half) }
      advance += appendGlyph(.slash) + appendInteger(rating.max)
    }
    if let count = rating.count {
      advance += appendGlyph(.space) + appendGlyph(.parenthesisOpen)
      advance += appendInteger(count) + appendGlyph(.parenthesisClose)
    }
    endLine(
      line, slot: .rating, role: cell.isEnabled ? .rating : .disabled, x: x, y: y,
      width: max(advance, self.advance(of: drawn)), advance: advance)
  }

  /// How many avatars fit the main block beside the `+N` of those that do not; -1 where not even that does.
  func fittingAvatarCount() -> Int {
    let step = lengths.avatar + lengths.avatarGap
    let total = cell.avatars.count
    func room(for count: Int) -> Int32 {
      let avatars = Int32(clamping: count) * step - (count > 0 ? lengths.avatarGap : 0)
      guard count < total else { return avatars }
      return avatars + (count > 0 ? max(0, lengths.avatarGap) : 0) + glyphs.advance(of: .plus)
        + glyphs.advance(of: Int32(clamping: total - count))
    }
    guard plan.below > 0 else { return -1 }
    var count = min(total, Int(plan.below / max(1, step)) + 1)
    while count >= 0, room(for: count) > plan.below { count -= 1 }
    return count
  }

  /// Places the first `count` avatars in one line, then `+N` for the others.
  func placeAvatars(_ count: Int, x: Int32, y: Int32) {
    let step = lengths.avatar + lengths.avatarGap
    for index in 0..<count {
      placeImage(
        cell.avatars[index], slot: .avatars, x: x + Int32(index) * step, y: y, edge: lengths.avatar)
    }
    let hidden = cell.avatars.count - count
    guard hidden > 0 else { return }
    // Avatars may overlap each other, but not what counts those that are hidden.
    placeMore(
      hidden, slot: .avatars, x: x + Int32(count) * step - (count > 0 ? min(0, lengths.avatarGap) : 0), y: y)
  }
}
