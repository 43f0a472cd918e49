/// The avatars in a line below the texts, then `+N` for the avatars that do not fit.
struct AvatarRow {
  /// The number of shown avatars.
  let count: Int

  // MARK: Needs

  /// Chooses as many avatars as fit `width`, with the `+N` of the others. Returns `nil` if not even
  /// `+N` fits.
  init?(fitting width: Int32, _ view: borrowing CellView) {
    guard width > 0 else { return nil }
    let total = view.cell.avatars.count
    var count = min(total, Int(width / max(1, Self.step(view))) + 1)
    while Self.width(of: count, in: total, view) > width {
      guard count > 0 else { return nil }
      count -= 1
    }
    self.count = count
  }

  private static func step(_ view: borrowing CellView) -> Int32 {
    view.lengths.avatar + view.lengths.avatarGap
  }

  /// Between the last avatar and `+N`. Avatars can overlap each other, but not the `+N`.
  private static func moreGap(_ view: borrowing CellView) -> Int32 {
    max(view.lengths.avatarGap, view.lengths.gap / 2)
  }

  /// The width of the first `count` avatars, with the `+N` of the others.
  private static func width(of count: Int, in total: Int, _ view: borrowing CellView) -> Int32 {
    let gap = view.lengths.avatarGap
    let avatars = Int32(clamping: count) * step(view) - (count > 0 ? gap : 0)
    guard count < total else { return avatars }
    return avatars + (count > 0 ? moreGap(view) : 0) + More.advance(total - count, view)
  }

  /// The width of all avatars.
  static func naturalWidth(_ view: borrowing CellView) -> Int32 {
    let width = view.cell.avatars.count &* Int(step(view))
    return Int32(truncatingIfNeeded: min(width, Int(Lengths.longest))) - view.lengths.avatarGap
  }

  // MARK: Placing

  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    let step = Self.step(view)
    for index in 0..<count {
      DetailImage.place(
        view.cell.avatars[index], avatar: Int32(truncatingIfNeeded: index), x: x + Int32(index) * step, y: y,
        edge: view.lengths.avatar, view, into: &content)
    }
    let hidden = view.cell.avatars.count - count
    guard hidden > 0 else { return }
    let gap = count > 0 ? Self.moreGap(view) - view.lengths.avatarGap : 0
    More.place(
      Int32(clamping: hidden), slot: .avatars, x: x + Int32(count) * step + gap, y: y,
      height: view.lengths.height(of: .avatars), view, into: &content)
  }

  // MARK: Diagnostics

  static func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    guard view.avatarsReplaceImage || view.has(.avatars) && view.hasMainContent,
      view.lengths.showsAvatarInitials
    else { return }
    for index in view.cell.avatars.indices {
      guard let initials = view.cell.avatars[index] else { continue }
      if view.advance(of: initials) > view.lengths.initials { notes.insert(.avatarInitials) }
    }
  }
}

/// The avatars in the place of the image.
extension AvatarGroup {
  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    let lengths = view.lengths
    DetailImage.place(
      view.cell.avatars[0], avatar: 0, x: x, y: y, edge: lengths.avatar, view, into: &content)
    guard shown > 1 else { return }
    DetailImage.place(
      view.cell.avatars[1], avatar: 1, x: x + secondX(lengths), y: y + secondY(lengths),
      edge: lengths.avatar, view, into: &content)
    guard extent > shown else { return }
    More.place(
      Int32(clamping: view.cell.avatars.count - shown), slot: .avatars, x: x + moreX(lengths), y: y,
      height: moreHeight(lengths), view, into: &content)
  }
}
