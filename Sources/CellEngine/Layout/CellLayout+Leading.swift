extension CellLayout {
  /// The selection control's mark: a radio button for one of the list, a checkbox for many.
  var controlGlyph: Glyph? {
    switch rules.selection {
    case .none: nil
    case .single: state.selected ? .radioOn : .radioOff
    case .multiple: state.selected ? .checkboxOn : .checkboxOff
    }
  }

  /// The height of the leading slots.
  var leadingHeight: Int32 {
    var height = Int32(plan.icons > 0 ? plan.iconCount : 0) * lengths.line
    if plan.control > 0 || (plan.unread > 0 && state.unread) || (plan.image > 0 && cell.hasImage) {
      height = max(height, lengths.line)
    }
    return height
  }

  /// Places the selection control, the unread mark, the icon stack and the image.
  func placeLeading(y: Int32) {
    var x = plan.margin
    if plan.control > 0, let glyph = controlGlyph {
      placeGlyph(glyph, slot: .control, role: .control, x: x, y: y, width: plan.control)
      x += plan.control + lengths.gap
    }
    if plan.unread > 0 {
      if state.unread {
        placeGlyph(.unread, slot: .unread, role: .unread, x: x, y: y, width: plan.unread)
      }
      x += plan.unread + lengths.gap
    }
    if plan.icons > 0 {
      for index in 0..<plan.iconCount {
        placeIcon(cell.icons[index], x: x, y: y + Int32(index) * lengths.line)
      }
      x += plan.icons + lengths.gap
    }
    if plan.image > 0, cell.hasImage { placeImage(cell.initials, slot: .image, x: x, y: y) }
  }

  private func placeIcon(_ icon: CellFields.IconSource, x: Int32, y: Int32) {
    let line = beginLine()
    let advance = appendIcon(icon, width: plan.icons, slot: .icons)
    endLine(line, slot: .icons, role: .icon, x: x, y: y, width: plan.icons, advance: advance)
  }

  /// Places the initials of an image; an image without initials is an empty element.
  func placeImage(_ initials: Int32, slot: Slot, x: Int32, y: Int32) {
    let line = beginLine()
    var advance: Int32 = 0
    if initials >= 0 { advance = appendPrefix(of: initials, width: lengths.image) }
    endLine(
      line, slot: slot, role: cell.isEnabled ? .image : .disabled, x: x, y: y, width: lengths.image,
      advance: advance)
  }
}
