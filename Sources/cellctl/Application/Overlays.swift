import CellWire

/// A part of the screen that covers the list.
enum Overlay: Equatable {
  case page(TextPage)
  case cell(WholeCell)
  case actions(ActionMenu)

  /// Moves the cursor by lines or items. A page without a cursor is scrolled.
  fileprivate mutating func move(by count: Int, height: Int) {
    switch self {
    case .page(var page):
      page.scroll(by: count, height: height)
      self = .page(page)
    case .cell(var cell):
      cell.move(by: count, height: height)
      self = .cell(cell)
    case .actions(var menu):
      menu.move(by: count, height: height)
      self = .actions(menu)
    }
  }

  /// The keys that it takes.
  private var keys: KeyTable {
    switch self {
    case .page: .page
    case .cell: .cell
    case .actions: .menu
    }
  }

  /// The number of lines or items.
  private var count: Int {
    switch self {
    case .page(let page): page.lines.count
    case .cell(let cell): cell.lines.count
    case .actions(let menu): menu.items.count
    }
  }

  /// Moves if a key asks for that.
  /// - Returns: the command of another key; nil if there is none.
  fileprivate mutating func take(_ key: Key, height: Int) -> ListCommand? {
    let command = keys.command(of: key)
    var page = height
    if case .actions(let menu) = self { page = menu.visibleItems(height: height).count }
    switch command {
    case .down: move(by: 1, height: height)
    case .up: move(by: -1, height: height)
    case .pageDown: move(by: page, height: height)
    case .pageUp: move(by: -page, height: height)
    case .first: move(by: -count, height: height)
    case .last: move(by: count, height: height)
    default: return command
    }
    return nil
  }
}

/// The pages that cover the list. The last one is shown, and closing it shows the one below.
struct Overlays {
  private var stack: [Overlay] = []

  /// The page that is shown; nil for the list.
  var top: Overlay? { stack.last }

  /// Shows one page instead of all others.
  mutating func show(_ overlay: Overlay?) {
    stack = overlay.map { [$0] } ?? []
  }

  /// Shows a page above the others.
  mutating func push(_ overlay: Overlay) {
    stack.append(overlay)
  }

  /// Changes the lines of the pages of keys, and what is visible, for another size.
  mutating func resize(columns: Int, height: Int, style: ScreenStyle, keys: (KeyTable.Mode) -> [String]) {
    for index in stack.indices {
      switch stack[index] {
      case .page(var page):
        if case .keys(let mode) = page.content { page.lines = keys(mode) }
        stack[index] = .page(page)
      case .cell(var cell):
        cell.resize(columns: columns, style: style, height: height)
        stack[index] = .cell(cell)
      case .actions: break
      }
      stack[index].move(by: 0, height: height)
    }
  }

  /// Scrolls a page by lines, or moves the cursor of a menu.
  mutating func scroll(by lines: Int, height: Int) {
    guard case .cell(var cell)? = top else {
      if case .actions? = top { return stack[stack.count - 1].move(by: lines.signum(), height: height) }
      return stack[stack.count - 1].move(by: lines, height: height)
    }
    cell.scroll(by: lines, height: height)
    stack[stack.count - 1] = .cell(cell)
  }

  /// Reacts to a click: a page closes, the cursor of a menu goes to the line, and a branch opens.
  mutating func click(line: Int, height: Int) {
    switch stack.popLast() {
    case .actions(var menu):
      menu.go(toLine: line, height: height)
      stack.append(.actions(menu))
    case .cell(var cell):
      cell.click(line: line, height: height)
      stack.append(.cell(cell))
    case .page, nil: break
    }
  }

  /// Shows what the cell of a page is now.
  mutating func update(_ cell: JSON, height: Int) {
    for index in stack.indices {
      guard case .cell(var shown) = stack[index], shown.id.exact == cell["id"]?.string?.exact else {
        continue
      }
      shown.update(cell, height: height)
      stack[index] = .cell(shown)
    }
  }

  /// Reacts to a key.
  mutating func take(_ key: Key, height: Int) -> [ListEffect] {
    guard var shown = stack.popLast() else { return [] }
    let command = shown.take(key, height: height)
    var effects: [ListEffect] = []
    switch (command, shown) {
    case (.left, .page(let page)), (.right, .page(let page)):
      if case .header(let id, let part, let parts) = page.content {
        let next = part + (command == .left ? -1 : 1)
        if (0..<parts).contains(next) { effects = [.request(.header(of: id, part: next))] }
      }
    case (.help, .page(let page)):
      if case .keys = page.content { return [] }
      effects = [.event(.command(.help))]
    case (.help?, _): effects = [.event(.command(.help))]
    case (.open, .cell(var cell)), (.left, .cell(var cell)), (.right, .cell(var cell)):
      switch command {
      case .open: cell.operate(height: height)
      case .right: cell.enter(height: height)
      default: cell.leave(height: height)
      }
      shown = .cell(cell)
    case (.browse?, .cell), (.copyTitle?, .cell), (.copyCell?, .cell):
      effects = command.map { [.event(.command($0))] } ?? []
    case (.open, .actions(let menu)): return menu.item.map { [menu.request(for: $0)] } ?? []
    case (nil, .actions(var menu)):
      guard case .character(let character) = key, let number = character.wholeNumberValue,
        menu.items.indices.contains(number - 1)
      else { break }
      let isVisible = menu.visibleItems(height: height).contains(number - 1)
      menu.go(to: number - 1, height: height)
      // Nothing is invoked that was not seen.
      if isVisible { return [menu.request(for: menu.items[number - 1])] }
      shown = .actions(menu)
    case (nil, _): break
    case (.some, _): return []
    }
    stack.append(shown)
    return effects
  }
}
