/// The widths of the view over which a row keeps its height. With them, a resize costs most cells
/// one comparison.
extension Row {
  /// The widths around the present one, in layout units, at which the row has the same height in an
  /// otherwise equal environment. The range may be narrower than possible, never wider.
  ///
  /// The range follows from how a text is broken. Its line breaks stay at every width that is at
  /// least that of its widest line. It needs one more line if some lines have less room than they
  /// have ink. If it has all the lines it may have, it has all of them at every smaller width.
  public var stableWidths: ClosedRange<Int32> {
    let width = style.width
    guard isSimple, let share = partShare else { return width...width }
    var main = StableWidths(least: min(plan.main, lengths.leastMain))
    var column = StableWidths(
      least: min(plan.descriptionColumn, lengths.leastDescription) - plan.descriptionSlack)
    for index in measured.texts.indices {
      let text = measured.texts[index]
      if text.slot != .description {
        let room = index == 0 ? plan.main : plan.below
        let lines = index == 0 ? titleLines : style.rowLines
        main.formIntersection(stableWidths(of: text, at: room, lineLimit: lines).moved(by: plan.main - room))
      } else if plan.description == .below {
        let stable = stableWidths(of: text, at: widthBelow, lineLimit: descriptionLines)
        main.formIntersection(stable.moved(by: plan.main - widthBelow))
      } else if !isDescriptionLow {
        let stable = stableWidths(of: text, at: plan.descriptionColumn, lineLimit: descriptionLines)
        column.formIntersection(stable.moved(by: -plan.descriptionSlack))
      }
    }
    if !measured.tags.isEmpty {
      main.formIntersection(view.stableWidthsOfTags(in: plan.below).moved(by: plan.main - plan.below))
    }
    let row = share.widths(around: width, main: main, column: column)
    return min(width, max(row.lowerBound, leastStableWidth))...row.upperBound
  }

  /// Whether nothing of the row but its texts and tags depends on the width.
  private var isSimple: Bool {
    !view.isUnlimited && !plan.hasGivenWay && view.cell.kind == .object && measured.rating == nil
      && !plan.isStacked && !plan.hasWidenedStatuses && measured.avatars == nil && !measured.showsInfo
      && view.cell.rating == nil && !plan.showsAvatars && !view.isHeader
  }

  /// How the main block and the description column grow with the row; `nil` if they do not grow in
  /// a fixed ratio.
  private var partShare: PartShare? {
    guard plan.description == .column else {
      // In a wider row the description may have a column.
      return DescriptionSlot.placement(view) == .column
        ? nil : PartShare(split: 1, room: plan.main, main: plan.main)
    }
    guard !lengths.splitsWholeRow, style.split > 0.01, style.split < 0.99 else { return nil }
    if style.kept.alignsDescriptions {
      // A status column that is cut to its share of the row grows with the row, too.
      let status = view.columns.statusBesideDescription
      guard status == 0 || status < lengths.statusShare || style.statusWidth != nil else { return nil }
    }
    let room = plan.main + plan.descriptionColumn - plan.descriptionSlack
    return PartShare(split: style.split, room: room, main: plan.main)
  }

  /// The minimum width at which statuses and kept columns have the same widths as here.
  private var leastStableWidth: Int32 {
    var least = max(view.columns.leastWholeWidth, plan.leastTitledWidth(view))
    if plan.description == .column { least = max(least, view.columns.leastAlignedWidth) }
    if let set = style.statusWidth { return max(least, set) }
    var widest = max(view.columns.status, view.columns.statusBesideDescription)
    for index in 0..<plan.statuses.count {
      widest = max(widest, StatusBlock.advance(of: view.cell.statuses[index], view))
    }
    guard widest > 0 else { return least }
    // A status that is cut to its share of the row changes with every width.
    if widest >= lengths.statusShare { return style.width }
    least = max(least, Int32((Double(widest) / style.profile.givingWay.statusShare).rounded(.up)) + 1)
    return least
  }

  /// Whether a description column is never higher than the texts next to it.
  var isDescriptionLow: Bool {
    let most = descriptionLines
    return most > 0
      && lengths.descriptionTop + view.height(of: Int32(clamping: most), .description) <= measured.mainHeight
  }

  /// The widths at which a text has as many lines as at `width`. A `lineLimit` of 0 sets no limit.
  private func stableWidths(of text: MeasuredText, at width: Int32, lineLimit: Int) -> StableWidths {
    let count = Int32(truncatingIfNeeded: text.lines.count)
    if count == 0 || (count == 1 && lineLimit == 1) { return StableWidths() }
    var widest: Int32 = 0
    for index in text.lines {
      let line = content.texts[index]
      if line.skipsCluster || line.isHardBreak { return StableWidths(only: width) }
      widest = max(widest, line.advance)
    }
    let least = Int(count) == lineLimit ? 1 : widest
    guard count > 1 else { return StableWidths(least: least) }
    // One line less has no room for all of its ink.
    let short = count - 1
    return StableWidths(
      least: least, most: max(width, (view.inkAdvance(of: text.field, lines: short) - 1) / short))
  }
}

/// An interval of widths of a part of the row.
struct StableWidths {
  var least: Int32
  var most: Int32

  init(least: Int32 = 0, most: Int32 = .max) {
    self.least = least
    self.most = most
  }

  init(only width: Int32) {
    self.init(least: width, most: width)
  }

  mutating func formIntersection(_ other: StableWidths) {
    least = max(least, other.least)
    most = min(most, other.most)
  }

  /// The interval of a part that is wider by `distance`.
  func moved(by distance: Int32) -> StableWidths {
    StableWidths(least: least + distance, most: most.addingSaturating(distance))
  }

  func contains(_ width: Int32) -> Bool { width >= least && width <= most }
}

/// How a main block and a description column share what a row has left for both.
struct PartShare {
  /// The main block's share.
  let split: Double
  /// The width of both at the present width of the view, and of the main block.
  let room: Int32
  let main: Int32

  /// Bound of the widths that are looked for.
  private static let widest = Double(Lengths.longest)

  /// The widths of the row around `width` at which both parts have one of theirs.
  func widths(around width: Int32, main: StableWidths, column: StableWidths) -> ClosedRange<Int32> {
    func isStable(_ room: Int32) -> Bool {
      let share = Int32((Double(room) * split).rounded(.down))
      return main.contains(share) && (split == 1 || column.contains(room - share))
    }
    // The widths of the row, as real numbers, at which the parts reach the ends of their intervals.
    // The whole numbers are less than two units away.
    let rest = 1 - split
    var most = (Double(main.most) + 1) / split
    var least = Double(main.least) / split
    if split < 1 {
      most = min(most, Double(column.most) / rest)
      least = max(least, (Double(column.least) - 1) / rest)
    }
    var last = Int32(max(Double(room), min(most + 1, Self.widest)))
    while last > room, !isStable(last) { last -= 1 }
    var first = Int32(min(Double(room), max(least - 1, 0)))
    while first < room, !isStable(first) { first += 1 }
    return (width - (room - first))...width.addingSaturating(last - room)
  }
}

extension CellView {
  /// The advance of a text's ink, or less.
  fileprivate func inkAdvance(of field: Int32, lines: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    if case .prepared(let index) = source.analysis {
      let text = analysis.texts[Int(index)]
      // A hard break ends lines that have room left.
      if text.hasHardBreak { return 0 }
      return lines == 1 && text.lineAdvance < .max ? text.lineAdvance : text.inkAdvance
    }
    let bytes = source.display
    // 0 if letters have advances of their own: then less is known of it.
    let advance = fonts(of: source).asciiAdvance
    if lines == 1 { return Int32(clamping: bytes.inkCount &* Int(advance)) }
    var ink: Int32 = 0
    for byte in bytes.prefix(Self.countedBytes) { ink &+= byte == 0x20 ? 0 : advance }
    return ink
  }

  /// How much of a text of ASCII is looked at for ink: more than views show of it.
  private static var countedBytes: Int { 1024 }

  /// The widths at which tags take as many lines.
  fileprivate func stableWidthsOfTags(in room: Int32) -> StableWidths {
    let limit = style.tagLines == 0 ? Int32.max : Int32(clamping: style.tagLines)
    let lines = TagFlow.lines(in: room, self)
    let count = min(limit, lines.count)
    var stable = StableWidths(least: lines.least, most: lines.most)
    // Lines can end after other tags, and be as many.
    for _ in 0..<Self.tagSteps where stable.most < .max {
      let wider = TagFlow.lines(in: stable.most + 1, self)
      guard min(limit, wider.count) == count else { break }
      stable.most = wider.most
    }
    if count == limit {
      // A narrower flow has at least as many lines, as long as `+N` fits the last of them.
      stable.least = min(room, More.advance(cell.tags.count, self))
      return stable
    }
    for _ in 0..<Self.tagSteps where stable.least > 1 {
      let narrower = TagFlow.lines(in: stable.least - 1, self)
      guard narrower.count == count else { break }
      stable.least = narrower.least
    }
    return stable
  }

  /// Bounds the work for a cell with many tags.
  private static var tagSteps: Int { 8 }
}
