/// The leading slots: the selection control, the unread mark, the icon stack and the image.
extension ColumnPlan {
  /// The height of the control; 0 if the row has none.
  @inline(__always)
  func controlHeight(_ view: borrowing CellView) -> Int32 {
    control > 0 && view.style.mode == .edit ? view.lengths.height(of: .control) : 0
  }

  /// The height of the unread mark, the icons and the image.
  ///
  /// - Parameter iconTop: the distance of the icons from the top.
  @inline(__always)
  func marksHeight(_ view: borrowing CellView, iconTop: Int32) -> Int32 {
    var height = icons.height(view)
    if height > 0 { height += iconTop }
    // Next to icons, the mark is on the line of the first.
    if unread > 0, view.isUnread, icons.count == 0 {
      height = max(height, view.lengths.height(of: .unread))
    }
    if avatars != .none {
      height = max(height, avatars.height(view.lengths))
    } else if image > 0, view.cell.hasImage {
      height = max(height, DetailImage.height(ofEdge: DetailImage.edge(view), view))
    }
    return height
  }

  /// Places the leading slots.
  ///
  /// - Parameters:
  ///   - controlTop: the distance of the control from the top.
  ///   - iconTop: the distance of the icons from the top of a row that is aligned at the top.
  ///   - strip: the height of the marks above the title of a stacked row, which are centred in it.
  @inline(__always)
  func placeLeading(
    controlTop: Int32, iconTop: Int32, strip: Int32, _ alignment: RowAlignment, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    var x = margin
    if control > 0 {
      ControlSlot.place(x: x, y: controlTop, width: control, view, into: &content)
      x += control + view.lengths.gap
    }
    func top(of part: Int32) -> Int32 { strip > 0 ? (strip - part) / 2 : alignment.top(of: part) }
    let iconsTop = top(of: icons.height(view)) + iconTop
    if unread > 0 {
      if view.isUnread {
        // The mark is on the line of the first icon.
        let hasIcons = icons.count > 0
        let height = view.lengths.height(of: hasIcons ? .icons : .unread)
        Unread.place(
          x: x, y: hasIcons ? iconsTop : top(of: height), width: unread, height: height, view,
          into: &content)
      }
      x += unread + view.lengths.gap
    }
    if icons.width > 0 {
      icons.place(x: x, y: iconsTop, view, into: &content)
      x += icons.span(view) + view.lengths.gap
    }
    if avatars != .none {
      // Groups start at the same x, whatever is in them.
      let group = avatars.shown > 1 ? avatars.union(view.style.kept.avatars) : avatars
      avatars.place(
        x: x + view.markInset(group.width(view.lengths, view.glyphs), in: image),
        y: top(of: avatars.height(view.lengths)), view, into: &content)
    } else if image > 0, view.cell.hasImage {
      let edge = DetailImage.edge(view)
      DetailImage.place(
        x: x + view.markInset(edge, in: image), y: top(of: DetailImage.height(ofEdge: edge, view)),
        edge: edge,
        view, into: &content)
    }
  }
}
