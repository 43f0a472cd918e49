import CellEngine
import CellWire

/// The actions of a cell, from which one is chosen.
struct ActionMenu: Equatable {
  /// An action.
  struct Item: Equatable {
    var id: String
    var title: String
    /// The state in parentheses after the title; empty for none.
    var state = ""
    /// Whether it is the known action that shows the preview.
    var isPreview = false
  }

  /// A line of the page.
  struct Line: Equatable {
    enum Part: Equatable {
      case title, space
      case item(Int)
    }

    var text: String
    var part: Part
  }

  /// The id of the cell.
  let cell: String
  let title: String
  let items: [Item]
  /// The index of the item of the cursor.
  private(set) var cursor = 0
  /// The index of the first visible item.
  private(set) var top = 0

  /// Makes the menu of a cell, as `cells.get` returns it.
  init(_ cell: JSON) {
    self.cell = cell["id"]?.string ?? ""
    title = (cell["title"]?.string ?? "").oneLine
    var items = (cell["actions"]?.array ?? []).flatMap { Self.items(of: $0, path: "") }
    let offers = [cell["swipe"]?["leading"], cell["swipe"]?["trailing"], cell["menu"]]
    for action in offers.compactMap({ $0?.array }).joined() where action["id"] != nil {
      items += Self.items(of: action, path: "")
    }
    items.append(Item(id: KnownAction.open.rawValue, title: "Open"))
    if cell["accessory"]?.string == "detail" {
      items.append(Item(id: KnownAction.detail.rawValue, title: "Information"))
    }
    if cell["preview"] != nil || cell["description"] != nil {
      items.append(Item(id: KnownAction.peek.rawValue, title: "Preview", isPreview: true))
    }
    var ids: Set<ExactText> = []
    self.items = items.filter { ids.insert($0.id.exact).inserted }
  }

  private static func items(of action: JSON, path: String) -> [Item] {
    guard let id = action["id"]?.string else { return [] }
    let title = path + shownTitle(of: action, id: id).oneLine
    if let inner = action["items"]?.array, !inner.isEmpty {
      return inner.flatMap { items(of: $0, path: "\(title) › ") }
    }
    return [Item(id: id, title: title, state: state(of: action))]
  }

  /// Returns the title that the row shows, or the words for what it shows instead of a title.
  private static func shownTitle(of action: JSON, id: String) -> String {
    let isOn = action["kind"]?.string == "toggle" && action["on"]?.bool == true
    if isOn, let title = action["titleOn"]?.string { return title }
    if let title = action["title"]?.string { return title }
    if action["kind"]?.string == "download" { return "Download" }
    return action["icon"]?["label"]?.string ?? action["icon"]?["name"]?.string ?? id
  }

  /// Returns the state after the title. A toggle with a title for each state needs none.
  private static func state(of action: JSON) -> String {
    var states: [String] = []
    switch action["kind"]?.string {
    case "toggle" where action["titleOn"] == nil: states = [action["on"]?.bool == true ? "on" : "off"]
    case "download":
      if let progress = action["progress"]?.double {
        states = [progress < 1 ? "\(min(Int((progress * 100).rounded()), 99))%" : "done"]
      }
    default: break
    }
    if action["enabled"]?.bool == false { states.append("disabled") }
    return states.isEmpty ? "" : " (\(states.joined(separator: ", ")))"
  }

  /// Invokes an item.
  func request(for item: Item) -> ListEffect {
    .request(
      .invoke(
        .init(action: item.id, title: item.title, cell: cell, fallback: item.isPreview ? .preview : nil)))
  }

  /// The item of the cursor.
  var item: Item? { items.indices.contains(cursor) ? items[cursor] : nil }

  // MARK: - What is visible

  /// Moves the cursor by items, and scrolls until its item is visible.
  mutating func move(by count: Int, height: Int) {
    go(to: cursor + count, height: height)
  }

  /// Moves the cursor to an item, and scrolls until it is visible.
  mutating func go(to index: Int, height: Int) {
    cursor = min(max(index, 0), max(items.count - 1, 0))
    let room = height - headingLines(height: height)
    top = max(min(top, cursor, items.count - room), cursor - room + 1, 0)
  }

  /// Moves the cursor to the item at a line of the page, if there is one.
  mutating func go(toLine line: Int, height: Int) {
    let index = line - headingLines(height: height) + top
    if line >= headingLines(height: height), items.indices.contains(index) { go(to: index, height: height) }
  }

  /// The lines of the title above the items: an empty one after it, if there is room for that.
  func headingLines(height: Int) -> Int {
    min(max(height - min(items.count, Self.itemsBeforeTitle), 0), 2)
  }

  /// Returns the indexes of the items on a page.
  func visibleItems(height: Int) -> Range<Int> {
    top..<max(min(top + height - headingLines(height: height), items.count), top)
  }

  /// The items as lines, without a cursor.
  var lines: [String] {
    items.enumerated().map { "\(Self.number(of: $0))  \($1.title)\($1.state)" }
  }

  /// Returns the lines of a page, without a cursor.
  /// - Parameters:
  ///   - height: the lines of the page.
  ///   - columns: their width.
  ///   - style: the signs, and the direction.
  func page(height: Int, columns: Int, style: ScreenStyle) -> [Line] {
    func cut(_ text: String, _ columns: Int) -> String {
      text.cut(columns: columns, ellipsis: style.ellipsis, by: style.model)
    }
    let heading = [Line(text: cut(title, columns), part: .title), Line(text: "", part: .space)]
    return heading.prefix(headingLines(height: height))
      + visibleItems(height: height).map { index in
        let (number, state) = (Self.number(of: index), items[index].state)
        let room = columns - 3 - state.columns(by: style.model)
        // The title is cut before its state.
        let parts =
          room < Self.leastTitle
          ? [number, cut(items[index].title + state, max(columns - 3, 0))]
          : [number, cut(items[index].title, room) + state]
        return Line(
          text: (style.isMirrored ? parts.reversed() : parts).joined(separator: "  "), part: .item(index))
      }
  }

  private static func number(of index: Int) -> String { index < 9 ? "\(index + 1)" : " " }

  /// The items that a page has before it has a title.
  private static let itemsBeforeTitle = 3
  /// The columns of a title below which its state is cut, too.
  private static let leastTitle = 8
}
