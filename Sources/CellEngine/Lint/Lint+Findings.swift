extension Lint {
  /// The findings, in the order of the style.
  public var findings: [LintFinding] {
    var findings: [LintFinding] = []
    for rule in LintRule.allCases {
      findings += violations(of: rule).map {
        LintFinding(
          rule: rule, ids: $0.cells.ids,
          message: sentence($0.violation, count: $0.cells.count))
      }
      if let finding = listFinding(rule) { findings.append(finding) }
    }
    return findings
  }

  /// Returns the finding of a rule about the whole list or the view.
  private func listFinding(_ rule: LintRule) -> LintFinding? {
    switch rule {
    case .mixedHeights:
      guard heights.count > 1, let most = mostFrequent(heights) else { return nil }
      let lowest = inWords(heights.keys.min() ?? 0)
      let highest = inWords(heights.keys.max() ?? 0)
      let unit = style.unit == .column ? "lines" : "points"
      let frequency = heights[most]?.count ?? 0
      let isTied = heights.values.count { $0.count == frequency } > 1
      let majority = isTied ? "" : ", most of them \(inWords(most))"
      return LintFinding(
        rule: rule, ids: others(heights, than: most),
        message: "Rows are \(lowest) to \(highest) \(unit) high\(majority); "
          + "give all cells of a list the same slots, or limit their lines.")
    case .mixedContent:
      guard contents.count > 1, let most = mostFrequent(contents) else { return nil }
      let different = objectCount - (contents[most]?.count ?? 0)
      return LintFinding(
        rule: rule, ids: others(contents, than: most),
        message: "\(different) of \(objectCount) cells \(has(different)) other content than \(most.words); "
          + "give all cells of a list the same content.")
    case .partialNumbers:
      let fewer = numbered.count < unnumbered.count ? numbered : unnumbered
      guard fewer.count > 0, !style.profile.lacks.contains(.number) else { return nil }
      return LintFinding(
        rule: rule, ids: fewer.ids,
        message:
          "\(numbered.count) of \(objectCount) cells \(has(numbered.count)) a number; number all cells of a list, or none."
      )
    case .liftedLimits:
      guard style.profile.bounds != nil, style.descriptionLines == 0,
        style.width != Style.unlimited
      else { return nil }
      return LintFinding(
        rule: rule, ids: [],
        message: "The view removes the line limits of the profile \(style.profile.name); "
          + "leave out lineLimits.")
    default: return nil
    }
  }

  private func has(_ count: Int) -> String { count == 1 ? "has" : "have" }

  /// Returns a height in the unit of the view, with points rounded.
  private func inWords(_ height: Int32) -> Int {
    Int((Double(height) / Double(style.unit.layoutUnits)).rounded())
  }

  private func sentence(_ violation: Violation, count: Int) -> String {
    let detail = violation.detail
    let cells = count == 1 ? "one cell" : "\(count) cells"
    switch violation.rule {
    case .gestureOnly:
      let action = detail.isEmpty ? "further actions" : "the action \"\(detail)\""
      return "Only a gesture reaches \(action) in \(cells); \(cure(violation.room))."
    case .unknownAction:
      let action = detail.isEmpty ? "Further actions" : "The action \"\(detail)\""
      return "\(action) of a swipe or a menu \(detail.isEmpty ? "are" : "is") unknown in \(cells); "
        + "name one of the cell's actions, or write the whole action."
    case .imageShape:
      return detail == "square"
        ? "The image of a person is square in \(cells); leave out its shape, or use circle."
        : "The image of an object is round in \(cells); leave out its shape, use square, or set person: true."
    case .personImageSize:
      let size = Int(style.profile.image.person ?? style.profile.image.standard)
      return
        "The image of a person has its own size in \(cells), but the profile "
        + "\(style.profile.name) draws it at \(size); leave out its size."
    case .textRows:
      return "Footnote and caption make a fourth text row in \(cells), but the profile "
        + "\(style.profile.name) has three; leave out one of them."
    case .headerDiffers:
      return "The header has another \(detail) than its cell in \(cells); leave it out of the header."
    case .headerTags:
      return "An object header shows \(HeaderContent.tagLimit) tags, but has more in \(cells); "
        + "give the header \(HeaderContent.tagLimit) tags of its own."
    case .mixedHeights, .mixedContent, .partialNumbers, .liftedLimits: return ""
    }
  }

  /// Returns how to show an action that only a gesture reaches.
  private func cure(_ room: Violation.Room) -> String {
    switch room {
    case .free: "name it in actions or in detailActions, or give the cell the accessory menu"
    case .singleAction: "name it in actions, whose menu then shows it, or in detailActions"
    case .disabledAction: "enable it in actions, or name it in detailActions"
    case .emptyMenu: "name it in actions, as the menu of the cell is empty, or in detailActions"
    case .accessoryAction: "name it in detailActions, as the accessory action leaves no room for a menu"
    }
  }

  /// Returns the most frequent key. If several are, it returns the first one in the list.
  private func mostFrequent<Key>(_ samples: [Key: CellSample]) -> Key? {
    samples.max { one, other in
      (one.value.count, -one.value.first) < (other.value.count, -other.value.first)
    }?.key
  }

  /// Returns the ids of the cells of the other keys, key by key.
  private func others<Key: Equatable>(_ samples: [Key: CellSample], than most: Key) -> [String] {
    let rest = samples.filter { $0.key != most }.map(\.value).sorted { $0.first < $1.first }
    return Array(rest.flatMap(\.ids).prefix(Self.idLimit))
  }
}
