/// The placeholder of an object that is being loaded. Its bars have the shape of a cell with an
/// image and two texts, and a description if the view has a column for it.
enum SkeletonRow {
  // MARK: Measuring

  /// Measures the bars. Returns the height of the texts.
  static func measure(_ plan: ColumnPlan, _ view: borrowing CellView, into measured: inout MeasuredRow) {
    let lengths = view.lengths
    measured.rowCount = 2
    measured.mainHeight = lengths.height(of: .title) + lengths.rowGap + lengths.height(of: .subtitle)
    let image = plan.image > 0 ? DetailImage.height(ofEdge: edge(plan, view), view) : 0
    if plan.isStacked, image > 0 {
      measured.stripHeight = image + lengths.blockGap
      measured.mainHeight += measured.stripHeight
    } else {
      measured.leadingHeight = image
    }
  }

  /// The edge of the bar for the image.
  private static func edge(_ plan: ColumnPlan, _ view: borrowing CellView) -> Int32 {
    min(plan.image, view.lengths.image)
  }

  // MARK: Placing

  static func place(
    _ plan: ColumnPlan, _ alignment: RowAlignment, _ view: borrowing CellView,
    _ measured: borrowing MeasuredRow, into content: inout RowContent
  ) {
    let lengths = view.lengths
    let shape = view.style.profile.listParts.skeleton
    let mainX = plan.leading(lengths)
    if plan.image > 0 {
      let edge = edge(plan, view)
      let height = DetailImage.height(ofEdge: edge, view)
      let x =
        plan.isStacked ? mainX : mainX - lengths.imageGap - plan.image + view.markInset(edge, in: plan.image)
      place(
        .image, x: x, y: plan.isStacked ? 0 : alignment.top(of: height), width: edge, height: height, view,
        into: &content)
    }
    let y = alignment.mainTop + measured.stripHeight
    let second = y + lengths.height(of: .title) + lengths.rowGap
    placeBar(.title, x: mainX, y: y, share: shape.title, of: plan.main, view, into: &content)
    placeBar(.subtitle, x: mainX, y: second, share: shape.subtitle, of: plan.main, view, into: &content)
    guard plan.description == .column else { return }
    let x = mainX + plan.main + lengths.descriptionGap
    let width = plan.descriptionColumn
    placeBar(.description, x: x, y: y, share: shape.description, of: width, view, into: &content)
    placeBar(.description, x: x, y: second, share: shape.lastDescription, of: width, view, into: &content)
  }

  /// Places the bar of a text. In points it is in the middle of the text's line.
  private static func placeBar(
    _ slot: Slot, x: Int32, y: Int32, share: Double, of width: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let line = view.lengths.height(of: slot)
    let height =
      view.lengths.isColumns ? line : Lengths.part(view.style.profile.listParts.skeleton.bar, of: line)
    place(
      slot, x: x, y: y + (line - height) / 2, width: min(width, max(1, Lengths.part(share, of: width))),
      height: height, view, into: &content)
  }

  private static func place(
    _ slot: Slot, x: Int32, y: Int32, width: Int32, height: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    // In points the bar is a shape without letters.
    let advance = view.lengths.isColumns ? width : 0
    content.place(
      .placeholder(advance), x: x, y: y, advance: advance,
      in: PlacedElement(slot: slot, role: .placeholder, x: x, y: y, width: width, height: height))
  }

  // MARK: Words

  /// Appends the title, if the cell has one.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    parts.append(field: view.cell.title, view)
    if parts.isEmpty { parts.append("loading") }
  }
}
