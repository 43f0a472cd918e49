/// Holds the cells of a list, one after the other, against the rules of the Fiori guideline.
///
/// Parts of a list may be held by values of their own, on any thread, and merged in the order of the list.
public struct Lint: Sendable {
  /// A finding names at most so many cells.
  public static let idLimit = 100
  /// Actions beyond so many different ones are told together.
  private static let detailLimit = 50
  /// And beyond so many, they are not even told apart.
  private static let knownLimit = 10_000

  /// A rule, and what of the cell breaks it.
  struct Fault: Hashable {
    /// What stands where an overflow menu would.
    enum Room {
      case free, singleAction, accessoryAction
    }

    var rule: LintRule
    var detail: String
    var room = Room.free
  }

  let environment: LayoutEnvironment
  var count = 0
  var heights: [Int32: CellSample] = [:]
  var contents: [ContentTypes: CellSample] = [:]
  var numbered = CellSample()
  var unnumbered = CellSample()
  private var faults: [Fault: CellSample] = [:]

  /// Rules for a list seen in `environment`.
  public init(_ environment: LayoutEnvironment) {
    self.environment = environment
  }

  /// Looks at the next cell of the list, whose row has `height` layout units.
  public mutating func add(_ cell: Cell, height: Int32) {
    let place = count
    count += 1
    heights[height, default: CellSample()].add(cell.id, at: place)
    contents[ContentTypes(of: cell), default: CellSample()].add(cell.id, at: place)
    if cell.number == nil { unnumbered.add(cell.id, at: place) } else { numbered.add(cell.id, at: place) }
    for fault in cell.gestureOnlyActions(environment.profile) { note(fault, cell.id, place) }
    if let image = cell.image { look(at: image, of: cell, place) }
    if environment.profile.bounds != nil, cell.footnote != nil, cell.caption != nil {
      note(.textRows, "", cell.id, place)
    }
    if let header = cell.header { look(at: header, of: cell, place) }
    let own = cell.header?.tags ?? []
    if (own.isEmpty ? cell.tags : own).count > HeaderContent.tagLimit {
      note(.headerTags, "", cell.id, place)
    }
  }

  /// Goes on with the cells that `next` has seen, which stand behind those seen here.
  public mutating func merge(_ next: Lint) {
    for (height, sample) in next.heights { heights[height, default: CellSample()].merge(sample, from: count) }
    for (types, sample) in next.contents { contents[types, default: CellSample()].merge(sample, from: count) }
    numbered.merge(next.numbered, from: count)
    unnumbered.merge(next.unnumbered, from: count)
    for (fault, sample) in next.faults {
      faults[admitted(fault), default: CellSample()].merge(sample, from: count)
    }
    count += next.count
  }

  /// What breaks `rule`, cell by cell, what is found first before the others.
  func cellFaults(_ rule: LintRule) -> [(fault: Fault, cells: CellSample)] {
    let found = faults.filter { $0.key.rule == rule }.map { (fault: $0.key, cells: $0.value) }
      .sorted { Self.order($0) < Self.order($1) }
    guard found.count > Self.detailLimit else { return found }
    let rest = found[(Self.detailLimit - 1)...].reduce(into: CellSample()) { $0.merge($1.cells) }
    return found.prefix(Self.detailLimit - 1) + [(Fault(rule: rule, detail: ""), rest)]
  }

  /// What cannot be told apart stands last.
  private static func order(_ found: (fault: Fault, cells: CellSample)) -> (Int, Int, String) {
    (found.fault.detail.isEmpty ? 1 : 0, found.cells.first, found.fault.detail)
  }

  private mutating func look(at image: Image, of cell: Cell, _ place: Int) {
    let isPerson = image.person || cell.kind == .contact
    switch image.shape {
    case .square where isPerson: note(.imageShape, "square", cell.id, place)
    case .circle where !isPerson: note(.imageShape, "circle", cell.id, place)
    default: break
    }
    if isPerson, let size = image.size, let own = environment.profile.image.person, size != own {
      note(.personImageSize, "", cell.id, place)
    }
  }

  private mutating func look(at header: HeaderContent, of cell: Cell, _ place: Int) {
    if let description = header.description, let own = cell.description, description != own {
      note(.headerDiffers, "description", cell.id, place)
    }
    if let own = cell.footnote, !header.footnotes.isEmpty, !header.footnotes.contains(own) {
      note(.headerDiffers, "footnote", cell.id, place)
    }
  }

  private mutating func note(_ rule: LintRule, _ detail: String, _ id: String, _ place: Int) {
    note(Fault(rule: rule, detail: detail), id, place)
  }

  private mutating func note(_ fault: Fault, _ id: String, _ place: Int) {
    let fault = admitted(fault)
    faults[fault, default: CellSample()].add(id, at: place)
  }

  /// The fault under which this one is counted.
  private func admitted(_ fault: Fault) -> Fault {
    if faults.count < Self.knownLimit || faults[fault] != nil { return fault }
    return Fault(rule: fault.rule, detail: "")
  }
}

extension HeaderContent {
  /// A header shows at most so many tags (S3).
  static let tagLimit = 3
}

extension Cell {
  /// The actions that only a swipe or the context menu offers: neither the actions that the cell shows in `profile`,
  /// nor an overflow menu on the cell, nor the page behind it.
  ///
  /// The drill-down is a tap on the cell.
  fileprivate func gestureOnlyActions(_ profile: Profile) -> [Lint.Fault] {
    // The one accessory is taken by a single action, and by the first where the cell asks for an action.
    let isTaken =
      profile.actions.placement == .oneAccessory && kind != .contact
      && (actions.count == 1 || accessory == .action)
    guard accessory != .menu || isTaken else { return [] }
    let actions = isTaken ? actions.prefix(1) : actions[...]
    let room: Lint.Fault.Room = !isTaken ? .free : accessory == .action ? .accessoryAction : .singleAction
    var known: Set = [Action.drillDown]
    var faults: [Lint.Fault] = []
    for id in (swipe?.leading ?? []) + (swipe?.trailing ?? []) + menu {
      guard known.insert(id).inserted, !detailActions.contains(id),
        !actions.contains(where: { $0.offers(id) })
      else { continue }
      faults.append(Lint.Fault(rule: .gestureOnly, detail: id, room: room))
    }
    return faults
  }
}

extension Action {
  fileprivate func offers(_ id: String) -> Bool {
    self.id == id || items.contains { $0.offers(id) }
  }
}
