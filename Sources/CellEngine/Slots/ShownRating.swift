/// A rating in the form that fits its row: stars, or a number and its maximum. Then comes the
/// number of votes.
struct ShownRating {
  var rating: Rating
  /// Whether the rating is shown as stars, and not as a number.
  var hasStars: Bool

  /// The number of full stars, and whether half a star follows. A rest of 0.25…0.75 is a half.
  var value: (full: Int, hasHalf: Bool) { Self.value(of: rating) }

  static func value(of rating: Rating) -> (full: Int, hasHalf: Bool) {
    let value = max(0, min(rating.value, Double(rating.max)))
    let full = Int(value.rounded(.down))
    let rest = value - Double(full)
    return rest > 0.75 ? (full + 1, false) : (full, rest >= 0.25)
  }

  /// The number of stars that are neither full nor half.
  var emptyStars: Int {
    let (full, hasHalf) = value
    return max(0, rating.max - full - (hasHalf ? 1 : 0))
  }

  // MARK: Letters

  /// The value and its maximum, for example `4.5/10`.
  var number: String {
    let (full, hasHalf) = value
    return "\(Int32(clamping: full))\(hasHalf ? ".5" : "")/\(Int32(clamping: max(0, rating.max)))"
  }

  /// The number of votes in parentheses; empty if the rating has no votes.
  var votes: String { rating.count.map { "(\(Int32(clamping: max(0, $0))))" } ?? "" }

  /// The number of votes in parentheses, after a space; empty if the rating has no votes.
  var spacedVotes: String { rating.count == nil ? "" : " " + votes }
}
