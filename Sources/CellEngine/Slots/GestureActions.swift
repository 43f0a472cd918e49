/// The actions of the swipe and of the context menu.
enum GestureActions {
  /// The maximum number of sentences.
  private static let maximumCount = 32

  /// A sentence for each entry that is the id of no action of the cell, and of no known action.
  static func unknownSentences(_ view: borrowing CellView) -> [String] {
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
