extension Lint {
  /// What was found, in the order of the rules.
  public var findings: [LintFinding] {
    var findings: [LintFinding] = []
    for rule in LintRule.allCases {
      findings += cellFaults(rule).map {
        LintFinding(
          rule: rule, ids: $0.cells.ids, message: sentence(rule, detail: $0.detail, count: $0.cells.count))
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
      return LintFinding(
        rule: rule, ids: others(heights, than: most),
        message: "Rows are \(lowest) to \(highest) \(unit) high, most of them \(inWords(most)): "
          + "give all cells of a list the same slots, or bound their lines.")
    case .mixedContent:
      guard contents.count > 1, let most = mostFrequent(contents) else { return nil }
      let different = count - (contents[most]?.count ?? 0)
      return LintFinding(
        rule: rule, ids: others(contents, than: most),
        message: "\(different) of \(count) cells have other content than the others (\(most.words)): "
          + "give all cells of a list the same content.")
    case .partialNumbers:
      guard numbered.count > 0, unnumbered.count > 0 else { return nil }
      let fewer = numbered.count < unnumbered.count ? numbered : unnumbered
      return LintFinding(
        rule: rule, ids: fewer.ids,
        message: "\(numbered.count) of \(count) cells have a number: number all cells of a list, or none.")
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

  /// A height in the view's unit; points are rounded.
  private func inWords(_ height: Int32) -> Int {
    Int((Double(height) / Double(environment.unit.layoutUnits)).rounded())
  }

  private func sentence(_ rule: LintRule, detail: String, count: Int) -> String {
    let cells = count == 1 ? "one cell" : "\(count) cells"
    switch rule {
    case .gestureOnly:
      let action = detail.isEmpty ? "Further actions are" : "The action “\(detail)” is"
      return
        "\(action) reachable by a gesture only in \(cells): name it in actions or in detailActions, or give "
        + "the cell the accessory menu."
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
      return "The header has more than \(HeaderContent.tagLimit) tags in \(cells): "
        + "leave the others to the content below it."
    case .mixedHeights, .mixedContent, .partialNumbers, .liftedLimits: return ""
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
