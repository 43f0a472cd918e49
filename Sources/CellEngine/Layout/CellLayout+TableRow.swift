/// The grid cell where it is wide: a table row of columns. Where it is compact, it is an object cell.
extension CellLayout {
  /// Whether the cell is laid out as a table row.
  @inline(__always)
  var isTableRow: Bool { cell.kind == .grid && rules.drawsTableRows && !cell.columns.isEmpty }

  /// What the row keeps at its trailing edge, whether it has something there or not.
  @inline(__always)
  var keptStatus: Int32 { isTableRow ? rules.tableStatus : rules.keptStatus }
  @inline(__always)
  var keptAccessory: Int32 { isTableRow ? rules.tableAccessory : rules.keptAccessory }

  /// Measures the columns that have room, and gives the height of the row.
  func measureTableRow() -> Int32 {
    shareTracks()
    measured.rowCount = 1
    var height = lengths.height(of: .title)
    for index in measured.tracks.indices {
      let isFirst = index == 0
      let role: StyleRole = cell.isEnabled ? (isFirst ? .title : .body) : .disabled
      height = max(
        height,
        textTop(at: index)
          + measure(
            cell.columns[index].text, isFirst ? .title : .subtitle, role, width: measured.tracks[index].width,
            maxLines: rules.rowLines))
    }
    return height
  }

  /// Gives each column its place: fixed and fractional widths in order, as far as they fit, then what is left to the
  /// others in even parts.
  private func shareTracks() {
    let gap = lengths.descriptionGap
    let count = Int32(truncatingIfNeeded: cell.columns.count)
    var rest = max(0, plan.main - gap * (count - 1))
    var sharing: Int32 = 0
    for index in cell.columns.indices {
      let asked = trackWidth(at: index)
      let width = min(asked ?? 0, rest)
      if asked == nil { sharing += 1 }
      rest -= width
      measured.tracks.append(GridTrack(x: 0, width: width))
    }
    var x: Int32 = 0
    for index in cell.columns.indices {
      if trackWidth(at: index) == nil {
        let share = rest / sharing
        measured.tracks[index].width = share
        rest -= share
        sharing -= 1
      }
      guard x + measured.tracks[index].width <= plan.main, measured.tracks[index].width > 0 || x < plan.main
      else { return measured.tracks.keepFirst(index) }
      measured.tracks[index].x = x
      x += measured.tracks[index].width + gap
    }
  }

  /// What a column asks for, in layout units; `nil` is a part of the rest. Where nothing bounds the row it is the text.
  private func trackWidth(at index: Int) -> Int32? {
    if isUnlimited { return advance(of: cell.columns[index].text) }
    switch cell.columns[index].width {
    case .fixed(let dp): return max(1, Int32(min(dp / lengths.dp, Double(rules.width)).rounded()))
    case .fraction(let share): return Int32((Double(plan.main) * share).rounded(.down))
    case .rest: return nil
    }
  }

  /// All columns as wide as their texts.
  var naturalTableRowWidth: Int32 {
    var width = -lengths.descriptionGap
    for index in cell.columns.indices {
      width = width.addingSaturating(trackWidth(at: index) ?? 0).addingSaturating(lengths.descriptionGap)
    }
    return max(0, min(width, LayoutLengths.longest))
  }

  /// How far the text of a column is lowered, so that it stands on the baseline of the first.
  private func textTop(at index: Int) -> Int32 {
    index == 0 ? 0 : max(0, lineBaseline(of: .title) - lineBaseline(of: .subtitle))
  }

  /// Places the columns.
  func placeTableRow(x: Int32, y: Int32) {
    for index in measured.texts.indices {
      let track = measured.tracks[index]
      place(textAt: index, x: x + track.x, y: y + textTop(at: index), width: track.width)
    }
  }
}
