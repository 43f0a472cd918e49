/// The page control of an object header: a dot for each page.
enum PageControl {
  /// Places the dots in the middle of a row, if they fit it.
  static func place(
    _ shown: Int, of count: Int, y: Int32, rowWidth: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    var advance = Int32(count - 1) * view.glyphs.advance(of: .space)
    for page in 0..<count { advance += view.glyphs.advance(of: page == shown ? .pageShown : .pageHidden) }
    guard advance <= rowWidth else { return }
    let x = (rowWidth - advance) / 2
    content.place(
      .pages(shown: Int32(clamping: shown), count: Int32(clamping: count)), x: x, y: y, advance: advance,
      in: PlacedElement(
        slot: .pages, role: .control, x: x, y: y, width: advance, height: view.lengths.height(of: .pages)))
  }
}
