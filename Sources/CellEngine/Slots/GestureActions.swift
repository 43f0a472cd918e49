/// The actions of swipes and menus.
enum GestureActions {
  /// The actions of a gesture. An id that names no action is its own title.
  static func entries(of list: OfferList, _ view: borrowing CellView) -> [CellFields.ActionEntry] {
    var entries: [CellFields.ActionEntry] = []
    for index in view.cell.offers.indices {
      let offer = view.cell.offers[index]
      guard offer.list == .offers(list), offer.depth == 0 else { continue }
      entries.append(view.cell.action(of: offer) ?? offer.action)
    }
    return entries
  }

  /// The actions of the overflow menu: those that are not inline. If the row has none, the items of
  /// the first inline menu.
  static func overflow(
    of actions: ActionBar, _ accessory: AccessorySlot, _ view: borrowing CellView
  ) -> [CellFields.ActionEntry] {
    var entries: [CellFields.ActionEntry] = []
    let count = view.cell.actions.count
    if actions.hasOverflow || accessory.mark == .menu && actions.count < count {
      append(actions.count..<count, view, to: &entries)
    } else if let menu = (0..<actions.count).first(where: { view.cell.actions[$0].kind == .menu }) {
      append(menu..<menu + 1, view, to: &entries)
    }
    return entries
  }

  /// Appends actions of the row. A menu is replaced by its items.
  private static func append(
    _ range: Range<Int>, _ view: borrowing CellView, to entries: inout [CellFields.ActionEntry]
  ) {
    // The items are in the order of their menus.
    var next = 0
    for index in range {
      guard view.cell.actions[index].kind == .menu else {
        entries.append(view.cell.actions[index])
        continue
      }
      while next < view.cell.offers.count {
        let offer = view.cell.offers[next]
        if case .items(let parent) = offer.list {
          if parent > index { break }
          if parent == index, offer.depth == 0 { entries.append(offer.action) }
        }
        next += 1
      }
    }
  }

  /// The maximum number of sentences.
  private static let maximumCount = 32

  /// Sentences on ids that no action has, and on a part that the row should reveal but does not
  /// have.
  static func sentences(_ view: borrowing CellView, missing reveal: Reveal?) -> [String] {
    guard !view.isHeader, reveal != nil || !view.cell.offers.isEmpty else { return [] }
    return unknownSentences(view) + [reveal?.missingSentence].compactMap(\.self)
  }

  /// A sentence for each entry that is the id of no action of the cell, and of no known action.
  private static func unknownSentences(_ view: borrowing CellView) -> [String] {
    var sentences: [String] = []
    for index in view.cell.offers.indices where sentences.count < maximumCount {
      let entry = view.cell.offers[index]
      guard entry.isReference, case .offers(let list) = entry.list, view.cell.action(of: entry) == nil,
        !isKnown(entry.action.name), let id = SpokenWords.words(entry.action.name)
      else { continue }
      let member = list == .menu ? "menu" : "swipe"
      sentences.append("\(member): the cell has no action “\(id)”, so its title and icon are unknown")
    }
    return sentences
  }

  private static func isKnown(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    KnownAction.allCases.contains { $0.rawValue.utf8.elementsEqual(id) }
  }
}

extension Reveal {
  /// A sentence on a cell without that part.
  var missingSentence: String {
    let missing =
      switch self {
      case .leading: "swipe: the cell has no leading actions"
      case .trailing: "swipe: the cell has no trailing actions"
      case .menu: "menu: the cell has no context menu"
      case .overflow: "actions: the row has no overflow menu"
      case .peek: "preview: the cell has neither a preview nor a description"
      }
    return missing + ", so nothing is revealed"
  }
}
