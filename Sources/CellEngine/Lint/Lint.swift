/// Checks the cells of a list, one after the other, against the rules of the Fiori guideline.
///
/// Parts of a list can be checked by separate values, on any thread, and merged in the order of the
/// list.
public struct Lint: Sendable {
  /// The maximum number of cells that a finding names.
  public static let idLimit = CellSample.idLimit
  /// The maximum number of findings per rule. The last one combines the remaining details.
  private static let detailLimit = 50
  /// The maximum number of details that are counted separately.
  private static let knownLimit = 10_000

  /// A rule, and the detail of a cell that breaks it.
  struct Violation: Hashable {
    /// The content at the position of an overflow menu.
    enum Room {
      case free, singleAction, accessoryAction
      /// The action is there, but disabled.
      case disabledAction
      /// The cell has a menu without an action.
      case emptyMenu
    }

    var rule: LintRule
    var detail: String
    var room = Room.free
  }

  let style: Style
  var count = 0
  /// The cells that are objects.
  var objectCount: Int { numbered.count + unnumbered.count }
  var heights: [Int32: CellSample] = [:]
  var contents: [ContentTypes: CellSample] = [:]
  var numbered = CellSample()
  var unnumbered = CellSample()
  private var violations: [Violation: CellSample] = [:]

  /// Creates a check of a list that is shown in `style`.
  public init(_ style: Style) {
    self.style = style
  }

  /// Checks the next cell of the list, whose row has `height` layout units.
  public mutating func add(_ cell: Cell, height: Int32) {
    let index = count
    count += 1
    // The rules are about objects.
    guard cell.kind.isObject else { return }
    heights[height, default: CellSample()].add(cell.id, at: index)
    contents[ContentTypes(of: cell), default: CellSample()].add(cell.id, at: index)
    if cell.number == nil { unnumbered.add(cell.id, at: index) } else { numbered.add(cell.id, at: index) }
    for violation in cell.gestureOnlyActions(style.profile) { record(violation, cell.id, index) }
    for id in cell.unknownActions { record(.unknownAction, id, cell.id, index) }
    if let image = cell.image { check(image, of: cell, index) }
    if style.profile.bounds != nil, cell.footnote != nil, cell.caption != nil {
      record(.textRows, "", cell.id, index)
    }
    guard style.profile.hasObjectHeader else { return }
    if let header = cell.header { check(header, of: cell, index) }
    let own = cell.header?.tags ?? []
    if (own.isEmpty ? cell.tags : own).count > HeaderContent.tagLimit {
      record(.headerTags, "", cell.id, index)
    }
  }

  /// Adds the cells that `next` has checked. They follow the cells of this value in the list.
  public mutating func merge(_ next: Lint) {
    for (height, sample) in next.heights { heights[height, default: CellSample()].merge(sample, from: count) }
    for (types, sample) in next.contents { contents[types, default: CellSample()].merge(sample, from: count) }
    numbered.merge(next.numbered, from: count)
    unnumbered.merge(next.unnumbered, from: count)
    for (violation, sample) in next.violations {
      violations[counted(violation), default: CellSample()].merge(sample, from: count)
    }
    count += next.count
  }

  /// Returns the violations of `rule` and their cells, in the order in which they were found.
  func violations(of rule: LintRule) -> [(violation: Violation, cells: CellSample)] {
    let found = violations.filter { $0.key.rule == rule }.map { (violation: $0.key, cells: $0.value) }
      .sorted { Self.order($0) < Self.order($1) }
    guard found.count > Self.detailLimit else { return found }
    let rest = found[(Self.detailLimit - 1)...].reduce(into: CellSample()) { $0.merge($1.cells) }
    return found.prefix(Self.detailLimit - 1) + [(Violation(rule: rule, detail: ""), rest)]
  }

  /// Returns a sort key. Combined violations come last.
  private static func order(_ found: (violation: Violation, cells: CellSample)) -> (Int, Int, String) {
    (found.violation.detail.isEmpty ? 1 : 0, found.cells.first, found.violation.detail)
  }

  private mutating func check(_ image: Image, of cell: Cell, _ index: Int) {
    let isPerson = image.person || cell.kind == .contact
    switch image.shape {
    case .square where isPerson: record(.imageShape, "square", cell.id, index)
    case .circle where !isPerson && !style.profile.image.objectsMayBeRound:
      record(.imageShape, "circle", cell.id, index)
    default: break
    }
    if isPerson, let size = image.size, let own = style.profile.image.person, size != own {
      record(.personImageSize, "", cell.id, index)
    }
  }

  private mutating func check(_ header: HeaderContent, of cell: Cell, _ index: Int) {
    if let description = header.description, let own = cell.description, description != own {
      record(.headerDiffers, "description", cell.id, index)
    }
    if let own = cell.footnote, !header.footnotes.isEmpty, !header.footnotes.contains(own) {
      record(.headerDiffers, "footnote", cell.id, index)
    }
  }

  private mutating func record(_ rule: LintRule, _ detail: String, _ id: String, _ index: Int) {
    record(Violation(rule: rule, detail: detail), id, index)
  }

  private mutating func record(_ violation: Violation, _ id: String, _ index: Int) {
    violations[counted(violation), default: CellSample()].add(id, at: index)
  }

  /// Returns the violation that counts this one: itself, or one without detail above the limit.
  private func counted(_ violation: Violation) -> Violation {
    if violations.count < Self.knownLimit || violations[violation] != nil { return violation }
    return Violation(rule: violation.rule, detail: "")
  }
}

extension HeaderContent {
  /// The maximum number of tags that a header shows (S3).
  static let tagLimit = 3
}

extension Cell {
  /// Returns the actions that only a swipe or the context menu shows. They are not among the
  /// enabled actions that the cell shows in `profile`, not in its overflow menu, and not on its
  /// drill-down page.
  ///
  /// The drill-down is a tap on the cell.
  fileprivate func gestureOnlyActions(_ profile: Profile) -> [Lint.Violation] {
    // A single action takes the only accessory. So does the first one if the cell wants an action.
    let isTaken =
      profile.actions.placement == .oneAccessory && kind != .contact
      && (actions.count == 1 || accessory == .action)
    // An overflow menu counts if it has an action.
    guard accessory != .menu || isTaken || !actions.contains(where: \.offersAny) else { return [] }
    let offers = offers
    guard !offers.isEmpty else { return [] }
    let shown = isTaken ? actions.prefix(1) : actions[...]
    // Sets of bytes, since a cell can have many of both.
    var (offered, named): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for action in shown { action.collect(isOffered: true, &offered, &named) }
    var known = offered.union((detailActions + KnownAction.allCases.map(\.rawValue)).map { Array($0.utf8) })
    return offers.map(\.id).filter { known.insert(Array($0.utf8)).inserted }.map { id in
      let isNamed = named.contains(Array(id.utf8))
      return Lint.Violation(
        rule: .gestureOnly, detail: id, room: isNamed ? .disabledAction : room(isTaken: isTaken))
    }
  }

  private func room(isTaken: Bool) -> Lint.Violation.Room {
    if isTaken { return accessory == .action ? .accessoryAction : .singleAction }
    return accessory == .menu ? .emptyMenu : .free
  }

  /// Returns the ids in the swipe and in the context menu that name no action.
  fileprivate var unknownActions: [String] {
    let ids = offers.filter { $0.action == nil }.map(\.id)
    guard !ids.isEmpty else { return [] }
    var known = Set((KnownAction.allCases.map(\.rawValue) + everyAction.map(\.id)).map { Array($0.utf8) })
    return ids.filter { known.insert(Array($0.utf8)).inserted }
  }
}

extension Action {
  /// Adds its id and those in its menu to `named`, and to `offered` if a tap reaches them.
  fileprivate func collect(
    isOffered: Bool, _ offered: inout Set<[UInt8]>, _ named: inout Set<[UInt8]>
  ) {
    let isOffered = isOffered && enabled
    if isOffered { offered.insert(Array(id.utf8)) }
    named.insert(Array(id.utf8))
    for item in items { item.collect(isOffered: isOffered, &offered, &named) }
  }

  /// Whether a tap reaches any enabled action.
  fileprivate var offersAny: Bool {
    enabled && (kind != .menu || items.contains(where: \.offersAny))
  }
}
