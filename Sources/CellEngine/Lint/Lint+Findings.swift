extension Lint {
  /// What was found, in the order of the rules.
  public var findings: [LintFinding] {
    var findings: [LintFinding] = []
    for rule in LintRule.allCases {
      findings += cellFaults(rule).map {
        LintFinding(
          rule: rule, ids: $0.cells.ids, message: sentence(rule, $0.fault, count: $0.cells.count))
      }
      if let finding = listFinding(rule) { findings.append(finding) }
    }
    return findings
  }

  /// What is wrong with the list as a whole, or with the view.
  private func listFinding(_ rule: LintRule) -> LintFinding? {
    switch rule {
    case .mixedHeights:
      guard heights.count > 1, let most = mostFrequent(heights) else { return nil }
      let lowest = inWords(heights.keys.min() ?? 0)
      let highest = inWords(heights.keys.max() ?? 0)
      let unit = environment.unit == .column ? "lines" : "points"
      let frequency = heights[most]?.count ?? 0
      let isTied = heights.values.count { $0.count == frequency } > 1
      let majority = isTied ? "" : ", most of them \(inWords(most))"
      return LintFinding(
        rule: rule, ids: others(heights, than: most),
        message: "Rows are \(lowest) to \(highest) \(unit) high\(majority): "
          + "give all cells of a list the same slots, or bound their lines.")
    case .mixedContent:
      guard contents.count > 1, let most = mostFrequent(contents) else { return nil }
      let different = count - (contents[most]?.count ?? 0)
      return LintFinding(
        rule: rule, ids: others(contents, than: most),
        message: "\(different) of \(count) cells \(has(different)) other content than \(most.words): "
          + "give all cells of a list the same content.")
    case .partialNumbers:
      guard numbered.count > 0, unnumbered.count > 0 else { return nil }
      let fewer = numbered.count < unnumbered.count ? numbered : unnumbered
      return LintFinding(
        rule: rule, ids: fewer.ids,
        message:
          "\(numbered.count) of \(count) cells \(has(numbered.count)) a number: number all cells of a list, or none."
      )
    case .liftedLimits:
      guard environment.profile.bounds != nil, environment.descriptionLines == 0,
        environment.width != LayoutEnvironment.unlimited
      else { return nil }
      return LintFinding(
        rule: rule, ids: [],
        message: "The view lifts the limits of lines that the profile \(environment.profile.name) sets: "
          + "leave lineLimits out.")
    default: return nil
    }
  }

  private func has(_ count: Int) -> String { count == 1 ? "has" : "have" }

  /// A height in the view's unit; points are rounded.
  private func inWords(_ height: Int32) -> Int {
    Int((Double(height) / Double(environment.unit.layoutUnits)).rounded())
  }

  private func sentence(_ rule: LintRule, _ fault: Fault, count: Int) -> String {
    let detail = fault.detail
    let cells = count == 1 ? "one cell" : "\(count) cells"
    switch rule {
    case .gestureOnly:
      let action = detail.isEmpty ? "Further actions are" : "The action “\(detail)” is"
      return "\(action) reachable by a gesture only in \(cells): \(cure(fault.room))."
    case .imageShape:
      return detail == "square"
        ? "The image of a person is square in \(cells): leave its shape out, or say circle."
        : "The image of an object is round in \(cells): leave its shape out, say square, or say person: true."
    case .personImageSize:
      let size = Int(environment.profile.image.person ?? environment.profile.image.standard)
      return
        "The image of a person has a size of its own in \(cells): the profile \(environment.profile.name) "
        + "draws it at \(size); leave its size out."
    case .textRows:
      return "Footnote and caption make a fourth text row in \(cells), and the profile "
        + "\(environment.profile.name) has three: leave one of them out."
    case .headerDiffers:
      return "The header has another \(detail) than the cell itself in \(cells): leave it out of the header."
    case .headerTags:
      return "An object header shows \(HeaderContent.tagLimit) tags, and has more in \(cells): "
        + "name \(HeaderContent.tagLimit) as the header's own."
    case .mixedHeights, .mixedContent, .partialNumbers, .liftedLimits: return ""
    }
  }

  /// How an action that only a gesture reaches can be shown.
  private func cure(_ room: Fault.Room) -> String {
    switch room {
    case .free: "name it in actions or in detailActions, or give the cell the accessory menu"
    case .singleAction: "name it in actions, whose menu then offers it, or in detailActions"
    case .accessoryAction: "name it in detailActions, for the accessory action leaves no room for a menu"
    }
  }

  /// What most cells have; of two, what the list has first.
  private func mostFrequent<Key>(_ samples: [Key: CellSample]) -> Key? {
    samples.max { one, other in
      (one.value.count, -one.value.first) < (other.value.count, -other.value.first)
    }?.key
  }

  /// The cells that have something else, the first of each kind before the next kind.
  private func others<Key: Equatable>(_ samples: [Key: CellSample], than most: Key) -> [String] {
    let rest = samples.filter { $0.key != most }.map(\.value).sorted { $0.first < $1.first }
    return Array(rest.flatMap(\.ids).prefix(Self.idLimit))
  }
}
