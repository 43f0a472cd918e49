/// The state of a list without objects. From top to bottom, in the middle of the row: an image or
/// an icon, a title, a description, and a button.
enum EmptyStateRow {
  // MARK: Measuring

  /// Measures all parts. Returns the height of the row without its separator.
  ///
  /// - Parameter plan: its main block is as wide as the texts may be.
  static func measure(
    _ plan: ColumnPlan, _ view: borrowing CellView, into measured: inout MeasuredRow,
    _ lines: inout TextLines
  ) -> Int32 {
    let lengths = view.lengths
    let edge = pictureEdge(plan, view)
    if edge > 0 {
      measured.stripHeight = DetailImage.height(ofEdge: edge, view) + lengths.messageImageGap
    }
    var height = measured.stripHeight
    height += measured.measure(
      view.cell.title, .title, view.role(.title), width: plan.main,
      maximumLines: view.style.contactTitleLines, view, into: &lines)
    if view.cell.description != nil {
      height += lengths.messageTitleGap
      height += measured.measure(
        view.cell.description, .description, view.role(.body), width: plan.main,
        maximumLines: view.style.descriptionLines, view, into: &lines)
    }
    if plan.actions.width > 0 {
      measured.stackedActionsTop = height + lengths.messageActionGap
      height = measured.stackedActionsTop + lengths.height(of: .actions)
    }
    measured.mainHeight = max(height, view.lineHeight(of: .title))
    return measured.mainHeight + 2 * lengths.messagePadding
  }

  /// The maximum width of the texts.
  static func textRoom(_ view: borrowing CellView, margin: Int32) -> Int32 {
    guard !view.isUnlimited else {
      let description = view.cell.description.map { view.advance(of: $0) } ?? 0
      return max(1, view.advance(of: view.cell.title), description)
    }
    return max(0, min(view.lengths.messageText, view.style.width - 2 * margin))
  }

  /// The width of the row in a view without a limit.
  static func naturalWidth(_ plan: ColumnPlan, _ view: borrowing CellView) -> Int32 {
    max(plan.main, plan.actions.width, pictureEdge(plan, view)) + 2 * plan.margin
  }

  /// The edge of the image or of the icon; 0 if the row has none, or no room for it.
  private static func pictureEdge(_ plan: ColumnPlan, _ view: borrowing CellView) -> Int32 {
    var edge: Int32 = 0
    if view.cell.hasImage {
      edge = DetailImage.messageEdge(view)
    } else if !view.cell.icons.isEmpty {
      edge =
        view.lengths.isColumns
        ? min(Icons.advance(of: view.cell.icons[0], view), view.lengths.messageIcon)
        : view.lengths.messageIcon
    }
    return view.isUnlimited || edge <= view.style.width - 2 * plan.margin ? edge : 0
  }

  // MARK: Placing

  static func place(
    _ plan: ColumnPlan, width: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) {
    // Terminal rows without a width have no middle.
    let isLeading = view.isUnlimited && view.lengths.isColumns
    func x(of part: Int32) -> Int32 { isLeading ? plan.margin : (width - part) / 2 }
    let top = view.lengths.messagePadding
    let edge = pictureEdge(plan, view)
    if edge > 0 { placePicture(x: x(of: edge), y: top, edge: edge, view, into: &content) }
    var y = top + measured.stripHeight
    for index in measured.texts.indices {
      let placed = measured.texts[index].placeCentred(
        x: x(of: plan.main), y: y, width: plan.main, view, into: &content)
      y += placed + (index == 0 ? view.lengths.messageTitleGap : 0)
    }
    guard plan.actions.width > 0 else { return }
    _ = plan.actions.place(
      x: x(of: plan.actions.width), y: top + measured.stackedActionsTop, view, into: &content)
  }

  /// Places the image, or else the icon.
  private static func placePicture(
    x: Int32, y: Int32, edge: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard !view.cell.hasImage else {
      return DetailImage.place(x: x, y: y, edge: edge, view, into: &content)
    }
    let fitted = Icons.fit(view.cell.icons[0], width: edge, view, into: &content.texts)
    content.place(
      PlacedContent(fitted.icon), x: x &+ view.markInset(fitted.advance, in: edge), y: y,
      advance: fitted.advance,
      in: PlacedElement(
        slot: .image, role: view.role(.icon), x: x, y: y, width: edge,
        height: DetailImage.height(ofEdge: edge, view)))
  }

  // MARK: Words

  /// Appends the words of the image or the icon, the title and the description.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    DetailImage.appendWords(view, to: &parts)
    parts.append(field: view.cell.title, view)
    parts.append(field: view.cell.description, view)
  }
}
