/// A rating as a row has room for it: stars, or a number of a maximum; then the number of votes.
struct ShownRating {
  private(set) var rating: Rating
  /// Whether it is a row of stars and not a number.
  private(set) var hasStars: Bool

  /// The maximum of a rating that is drawn as stars.
  private static let maximumStars = 10

  /// A rating that nothing cuts.
  init(_ rating: Rating, _ view: borrowing CellView) {
    self.rating = rating
    hasStars = !view.glyphs.isASCII && rating.max <= Self.maximumStars
  }

  /// A rating that fits `width`: without its votes if there is no room for them, then as a number. `nil` if not even
  /// that fits.
  init?(_ rating: Rating, fitting width: Int32, _ view: borrowing CellView) {
    self.init(rating, view)
    if advance(view) > width { self.rating.count = nil }
    if advance(view) > width { hasStars = false }
    if advance(view) > width { return nil }
  }

  /// The full stars, and whether half a star follows: from .25 to .75.
  var value: (full: Int, hasHalf: Bool) { Self.value(of: rating) }

  static func value(of rating: Rating) -> (full: Int, hasHalf: Bool) {
    let value = max(0, min(rating.value, Double(rating.max)))
    let full = Int(value.rounded(.down))
    let rest = value - Double(full)
    return rest > 0.75 ? (full + 1, false) : (full, rest >= 0.25)
  }

  /// The stars that are neither full nor half.
  var emptyStars: Int {
    let (full, hasHalf) = value
    return max(0, rating.max - full - (hasHalf ? 1 : 0))
  }

  // MARK: Letters

  /// The value and its maximum in digits: `4.5/10`.
  var number: String {
    let (full, hasHalf) = value
    return "\(Int32(clamping: full))\(hasHalf ? ".5" : "")/\(Int32(clamping: max(0, rating.max)))"
  }

  /// The number of votes in parentheses; empty if it is not known.
  var votes: String { rating.count.map { "(\(Int32(clamping: max(0, $0))))" } ?? "" }

  /// The number of votes after a space.
  var spacedVotes: String { rating.count == nil ? "" : " " + votes }

  // MARK: Needs

  /// The width of the stars as they are drawn, in points.
  func starsWidth(_ lengths: borrowing Lengths) -> Int32 {
    Int32(clamping: rating.max) * (lengths.star + lengths.starGap) - lengths.starGap
  }

  /// The width that it takes.
  func advance(_ view: borrowing CellView) -> Int32 {
    guard hasStars, view.lengths.star > 0 else { return spelledAdvance(view) }
    return starsWidth(view.lengths) + spaceAndVotes(view)
  }

  /// The advance of its characters.
  private func spelledAdvance(_ view: borrowing CellView) -> Int32 {
    let (full, hasHalf) = value
    var sum = spaceAndVotes(view)
    if hasStars {
      sum += Int32(full) * view.glyphs.advance(of: .star)
      if hasHalf { sum += view.glyphs.advance(of: .halfStar) }
      sum += Int32(emptyStars) * view.glyphs.advance(of: .emptyStar)
    } else {
      sum += view.glyphs.advance(of: Int32(clamping: full))
      if hasHalf { sum += view.glyphs.advance(of: .half) }
      sum += view.glyphs.advance(of: .slash) + view.glyphs.advance(of: Int32(clamping: rating.max))
    }
    return sum
  }

  private func spaceAndVotes(_ view: borrowing CellView) -> Int32 {
    rating.count == nil ? 0 : view.glyphs.advance(of: .space) + votesAdvance(view)
  }

  /// The advance of the votes in parentheses.
  func votesAdvance(_ view: borrowing CellView) -> Int32 {
    guard let count = rating.count else { return 0 }
    return view.glyphs.advance(of: .parenthesisOpen) + view.glyphs.advance(of: Int32(clamping: max(0, count)))
      + view.glyphs.advance(of: .parenthesisClose)
  }

  // MARK: Placing

  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    let advance = spelledAdvance(view)
    content.rating = self
    content.place(
      hasStars ? .stars : .score, x: x, y: y, advance: advance,
      in: PlacedElement(
        slot: .rating, role: view.role(.rating), x: x, y: y, width: max(advance, self.advance(view)),
        height: view.lengths.height(of: .rating)))
  }

  // MARK: Words

  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    guard let rating = view.cell.rating, view.has(.rating) else { return }
    let (full, hasHalf) = value(of: rating)
    let votes = rating.count.map { $0 == 1 ? ", 1 vote" : ", \($0) votes" } ?? ""
    parts.append("\(full)\(hasHalf ? ".5" : "") of \(rating.max) stars\(votes)")
  }
}
