/// The key value cell: a key above its value, or beside it where there is room.
extension CellLayout {
  /// What stands as the value: the subtitle, or the description where there is none.
  private var value: (field: Int32, slot: Slot) {
    cell.subtitle >= 0 ? (cell.subtitle, .subtitle) : (cell.description, .description)
  }

  /// Measures key and value, and gives the height of both.
  func measureKeyValue() -> Int32 {
    let value = value
    measured.keyWidth = value.field >= 0 ? besideWidth : 0
    let isBeside = measured.keyWidth > 0
    measured.rowCount = isBeside || value.field < 0 ? 1 : 2
    let key = max(
      lineHeight(of: .title),
      measure(
        cell.title, .title, cell.isEnabled ? .secondary : .disabled,
        width: isBeside ? measured.keyWidth : plan.main, maxLines: rules.rowLines))
    let height = measure(
      value.field, value.slot, cell.isEnabled ? .body : .disabled,
      width: isBeside ? plan.main - measured.keyWidth - lengths.gap : plan.main,
      maxLines: rules.descriptionLines)
    return isBeside ? max(keyTop + key, valueTop + height) : height > 0 ? key + lengths.keyGap + height : key
  }

  /// How far a key and a value that stand beside each other are lowered, so that they stand on one baseline.
  private var keyTop: Int32 { max(0, lineBaseline(of: value.slot) - lineBaseline(of: .title)) }
  private var valueTop: Int32 { max(0, lineBaseline(of: .title) - lineBaseline(of: value.slot)) }

  /// What a key has beside its value: the title block's share, unless that leaves one of them too little.
  private var besideWidth: Int32 {
    guard rules.setsKeysBeside else { return 0 }
    if isUnlimited { return max(advance(of: cell.title), 1) }
    let width = Int32((Double(max(0, plan.main - lengths.gap)) * rules.split).rounded(.down))
    return min(width, plan.main - lengths.gap - width) < lengths.leastMain ? 0 : width
  }

  /// Key and value in one line.
  var naturalKeyValueWidth: Int32 {
    let value = value.field
    guard value >= 0 else { return advance(of: cell.title) }
    return max(advance(of: cell.title), 1).addingSaturating(lengths.gap).addingSaturating(advance(of: value))
  }

  /// Places key and value.
  func placeKeyValue(x: Int32, y: Int32) {
    let isBeside = measured.keyWidth > 0
    let key = place(
      textAt: 0, x: x, y: isBeside ? y + keyTop : y, width: isBeside ? measured.keyWidth : plan.main)
    guard measured.texts.count > 1 else { return }
    if isBeside {
      let offset = measured.keyWidth + lengths.gap
      place(textAt: 1, x: x + offset, y: y + valueTop, width: plan.main - offset)
    } else {
      place(
        textAt: 1, x: x, y: y + max(key, lineHeight(of: .title)) + lengths.keyGap,
        width: plan.main)
    }
  }
}
