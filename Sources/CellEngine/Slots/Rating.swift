/// The slot of the rating.
extension ShownRating {
  /// The maximum number of stars. A rating with a higher maximum is a number.
  private static let maximumStars = 10

  /// Makes a rating that is not shortened.
  init(_ rating: Rating, _ view: borrowing CellView) {
    self.init(rating: rating, hasStars: !view.glyphs.isASCII && rating.max <= Self.maximumStars)
  }

  /// Makes a rating that fits `width`. It drops the votes if necessary, then replaces the stars by
  /// a number. Returns `nil` if the number does not fit.
  init?(_ rating: Rating, fitting width: Int32, _ view: borrowing CellView) {
    self.init(rating, view)
    if advance(view) > width { self.rating.count = nil }
    if advance(view) > width { hasStars = false }
    if advance(view) > width { return nil }
  }

  // MARK: Needs

  /// The width of the drawn stars, in layout units of points.
  func starsWidth(_ lengths: borrowing Lengths) -> Int32 {
    Int32(clamping: rating.max) * (lengths.star + lengths.starGap) - lengths.starGap
  }

  /// The width of the rating.
  func advance(_ view: borrowing CellView) -> Int32 {
    guard hasStars, view.lengths.star > 0 else { return spelledAdvance(view) }
    return starsWidth(view.lengths) + spaceAndVotes(view)
  }

  /// The advance of the rating as characters.
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
    rating.count == nil
      ? 0 : max(view.glyphs.advance(of: .space), hasStars ? view.lengths.starGap : 0) + votesAdvance(view)
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
