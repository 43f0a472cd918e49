/// The parts of an object header. Each is placed in a rectangle; the result is the y position of
/// its end.
enum HeaderParts {
  // MARK: Image and statuses

  /// Places the image at `x` if there is room for it. Returns the x position of the texts.
  static func placeImage(_ x: Int32, _ view: borrowing CellView, into content: inout RowContent) -> Int32 {
    let room = view.style.width - x * 2
    let width = imageWidth(view)
    guard width > 0, view.isUnlimited || room >= view.lengths.leastMain + width else { return x }
    if view.avatarsReplaceImage {
      AvatarGroup(count: view.cell.avatars.count).place(x: x, y: 0, view, into: &content)
    } else {
      DetailImage.place(x: x, y: 0, edge: width, view, into: &content)
    }
    return x + width + view.lengths.headerImageGap
  }

  /// The width of the image, or of the avatars in its place; 0 without them.
  static func imageWidth(_ view: borrowing CellView) -> Int32 {
    if view.avatarsReplaceImage {
      return AvatarGroup(count: view.cell.avatars.count).width(view.lengths, view.glyphs)
    }
    return view.cell.hasImage ? DetailImage.headerEdge(view) : 0
  }

  static func imageHeight(_ view: borrowing CellView) -> Int32 {
    view.avatarsReplaceImage
      ? AvatarGroup(count: view.cell.avatars.count).height(view.lengths)
      : DetailImage.height(ofEdge: DetailImage.headerEdge(view), view)
  }

  /// The statuses, one below the other, at most `limit` layout units wide. Without room for the
  /// minimum of a status, there are none.
  static func statuses(atMost limit: Int32, _ view: borrowing CellView) -> StatusBlock {
    var natural: Int32 = 0
    for index in view.cell.statuses.indices {
      natural = max(natural, StatusBlock.advance(of: view.cell.statuses[index], view))
    }
    if let set = view.style.statusWidth { natural = set }
    let width = view.isUnlimited ? natural : min(natural, limit)
    guard width >= min(natural, view.lengths.leastStatus), width > 0 else { return StatusBlock() }
    return StatusBlock(width: width, count: view.cell.statuses.count)
  }

  // MARK: Texts

  /// The distance from the top of a line that shares the baseline of the title's first.
  static func top(of slot: Slot, _ view: borrowing CellView) -> Int32 {
    max(0, view.lineBaseline(of: .title) - view.lengths.baseline(of: slot))
  }

  static func top(ofLine line: SlotLines.Line, _ view: borrowing CellView) -> Int32 {
    view.lengths.isColumns ? 0 : max(0, view.lineBaseline(of: .title) - line.baseline)
  }

  /// Places title and subtitle. The title has as many lines as it needs.
  static func placeTitle(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) -> Int32 {
    let title = place(
      view.cell.title, .title, view.role(.title), x: x, y: y, width: width, maximumLines: 0, view, &measured,
      into: &content)
    return place(
      view.cell.subtitle, .subtitle, view.role(.secondary), x: x,
      y: max(title, y + view.lineHeight(of: .title)), gap: view.lengths.headerTitleGap, width: width,
      maximumLines: view.style.rowLines, view, &measured, into: &content)
  }

  /// Places tags and footnotes.
  static func placeInformation(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) -> Int32 {
    var end = y
    if !view.cell.tags.isEmpty, width > 0 {
      let height = measured.tags.flow(in: width, view)
      if height > 0 {
        measured.tags.place(x: x, y: y, view, into: &content)
        end = y + height
      }
    }
    for footnote in [view.cell.footnote, view.cell.caption] {
      end = place(
        footnote, .footnote, view.role(.secondary), x: x, y: end,
        gap: end > y ? view.lengths.headerRowGap : 0, width: width, maximumLines: view.style.rowLines, view,
        &measured, into: &content)
    }
    return end
  }

  static func placeDescription(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) -> Int32 {
    place(
      view.cell.description, .description, view.role(.body), x: x, y: y, width: width,
      maximumLines: view.style.descriptionLines, view, &measured, into: &content)
  }

  /// Wraps a text and places it `gap` below `y`. Returns the y position of its end: `y` if the cell
  /// does not have the text.
  private static func place(
    _ field: Int32?, _ slot: Slot, _ role: StyleRole, x: Int32, y: Int32, gap: Int32 = 0, width: Int32,
    maximumLines: Int, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) -> Int32 {
    guard field != nil else { return y }
    measured.measure(
      field, slot, role, width: width, maximumLines: view.isUnlimited ? 0 : maximumLines, view,
      into: &content.texts)
    return y + gap + measured.texts.last.place(x: x, y: y + gap, width: width, view, into: &content)
  }

  // MARK: Natural widths

  /// The width of title and subtitle, and of what is below them, in one line each.
  static func naturalTitleWidth(_ view: borrowing CellView) -> Int32 {
    var width = view.advance(of: view.cell.title)
    if let subtitle = view.cell.subtitle { width = max(width, view.advance(of: subtitle)) }
    if view.cell.hasAdditionalInformation, view.cell.chart != nil || view.cell.description != nil {
      width = max(width, naturalInformationWidth(view))
    } else if view.cell.chart != nil, let description = view.cell.description {
      width = max(width, view.advance(of: description))
    }
    return width
  }

  /// The width of the middle.
  static func naturalMiddleWidth(_ view: borrowing CellView) -> Int32 {
    guard let chart = view.cell.chart else {
      return view.cell.description.map { view.advance(of: $0) } ?? naturalInformationWidth(view)
    }
    return ChartBlock(chart).naturalWidth(view)
  }

  private static func naturalInformationWidth(_ view: borrowing CellView) -> Int32 {
    var width = view.cell.tags.isEmpty ? 0 : TagFlow.naturalWidth(view)
    for case let field? in [view.cell.footnote, view.cell.caption] {
      width = max(width, view.advance(of: field))
    }
    return width
  }
}
