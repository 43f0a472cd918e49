import CellEngine
import CellProtocol

/// The actions of a cell, from which one is chosen.
struct ActionMenu: Equatable {
  /// An action.
  struct Item: Equatable {
    var id: String
    var title: String
    /// Whether a toggle is on; nil for other actions.
    var isOn: Bool?
    var isEnabled = true
  }

  /// The id of the cell.
  let cell: String
  let title: String
  let items: [Item]
  /// The index of the item of the cursor.
  var cursor = 0

  /// Makes the menu of a cell, as `cells.get` returns it.
  init(_ cell: JSON) {
    self.cell = cell["id"]?.string ?? ""
    title = (cell["title"]?.string ?? "").printable
    var items = (cell["actions"]?.array ?? []).flatMap { Self.items(of: $0, path: "") }
    let offers = [cell["swipe"]?["leading"], cell["swipe"]?["trailing"], cell["menu"]]
    for action in offers.compactMap({ $0?.array }).joined() where action["id"] != nil {
      items += Self.items(of: action, path: "")
    }
    items.append(Item(id: KnownAction.open.rawValue, title: "Open"))
    if cell["accessory"]?.string == "detail" {
      items.append(Item(id: KnownAction.detail.rawValue, title: "Information"))
    }
    if cell["preview"] != nil { items.append(Item(id: KnownAction.peek.rawValue, title: "Preview")) }
    var ids: Set<String> = []
    self.items = items.filter { ids.insert($0.id).inserted }
  }

  private static func items(of action: JSON, path: String) -> [Item] {
    guard let id = action["id"]?.string else { return [] }
    let title = path + (action["title"]?.string ?? id).printable
    if let inner = action["items"]?.array, !inner.isEmpty {
      return inner.flatMap { items(of: $0, path: "\(title) › ") }
    }
    let isToggle = action["kind"]?.string == "toggle"
    return [
      Item(
        id: id, title: title, isOn: isToggle ? action["on"]?.bool ?? false : nil,
        isEnabled: action["enabled"]?.bool ?? true)
    ]
  }

  /// The item of the cursor.
  var item: Item? { items.indices.contains(cursor) ? items[cursor] : nil }

  /// Moves the cursor by items.
  mutating func move(by count: Int) {
    cursor = min(max(cursor + count, 0), max(items.count - 1, 0))
  }

  /// The items as lines, without a cursor.
  var lines: [String] {
    items.enumerated().map { index, item in
      let number = index < 9 ? "\(index + 1)" : " "
      let state = item.isOn.map { $0 ? " (on)" : " (off)" } ?? ""
      return "\(number)  \(item.title)\(state)\(item.isEnabled ? "" : " (disabled)")"
    }
  }
}
