import CellWire

/// A part of the screen that covers the list.
enum Overlay: Equatable {
  case page(TextPage)
  case cell(WholeCell)
  case actions(ActionMenu)
}

/// The pages that cover the list. The last one is shown, and closing it shows the one below.
struct Overlays {
  /// A step that a key asks for, which needs the list or the daemon.
  enum Step: Equatable {
    case invoke(ActionMenu)
    case showHeader(id: String, part: Int)
    case showKeys
    /// Something is done with the cell that is shown.
    case use(ListCommand)
  }

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

  /// Closes the page that is shown.
  mutating func close() {
    stack.removeLast()
  }

  /// Changes the lines of the pages of keys, and what is visible, for another size.
  mutating func resize(columns: Int, height: Int, style: ScreenStyle, keys: (KeyTable.Mode) -> [String]) {
    for index in stack.indices {
      switch stack[index] {
      case .page(var page):
        if case .keys(let mode) = page.content { page.lines = keys(mode) }
        page.scroll(by: 0, height: height)
        stack[index] = .page(page)
      case .cell(var cell):
        cell.resize(columns: columns, style: style, height: height)
        stack[index] = .cell(cell)
      case .actions(var menu):
        menu.move(by: 0, height: height)
        stack[index] = .actions(menu)
      }
    }
  }

  /// Scrolls a page by lines, or moves the cursor of a menu.
  mutating func scroll(by lines: Int, height: Int) {
    switch stack.popLast() {
    case .page(var page):
      page.scroll(by: lines, height: height)
      stack.append(.page(page))
    case .cell(var cell):
      cell.scroll(by: lines, height: height)
      stack.append(.cell(cell))
    case .actions(var menu):
      menu.move(by: lines.signum(), height: height)
      stack.append(.actions(menu))
    case nil: break
    }
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
  mutating func take(_ key: Key, height: Int) -> Step? {
    switch stack.last {
    case .page(let page): take(key, in: page, height: height)
    case .cell(let cell): take(key, in: cell, height: height)
    case .actions(let menu): take(key, in: menu, height: height)
    case nil: nil
    }
  }

  private mutating func take(_ key: Key, in page: TextPage, height: Int) -> Step? {
    guard let command = KeyTable.page.command(of: key) else { return nil }
    var page = page
    switch command {
    case .down: page.scroll(by: 1, height: height)
    case .up: page.scroll(by: -1, height: height)
    case .pageDown: page.scroll(by: height, height: height)
    case .pageUp: page.scroll(by: -height, height: height)
    case .first: page.top = 0
    case .last: page.scroll(by: page.lines.count, height: height)
    case .left, .right:
      guard case .header(let id, let part, let parts) = page.content else { return nil }
      let next = part + (command == .left ? -1 : 1)
      return (0..<parts).contains(next) ? .showHeader(id: id, part: next) : nil
    case .help:
      if case .keys = page.content { close() } else { return .showKeys }
      return nil
    default:
      close()
      return nil
    }
    stack[stack.count - 1] = .page(page)
    return nil
  }

  private mutating func take(_ key: Key, in cell: WholeCell, height: Int) -> Step? {
    guard let command = KeyTable.cell.command(of: key) else { return nil }
    var cell = cell
    switch command {
    case .down: cell.move(by: 1, height: height)
    case .up: cell.move(by: -1, height: height)
    case .pageDown: cell.move(by: height, height: height)
    case .pageUp: cell.move(by: -height, height: height)
    case .first: cell.move(by: -cell.lines.count, height: height)
    case .last: cell.move(by: cell.lines.count, height: height)
    case .open: cell.operate(height: height)
    case .right: cell.enter(height: height)
    case .left: cell.leave(height: height)
    case .browse, .copyTitle, .copyCell: return .use(command)
    case .help: return .showKeys
    default:
      close()
      return nil
    }
    stack[stack.count - 1] = .cell(cell)
    return nil
  }

  private mutating func take(_ key: Key, in menu: ActionMenu, height: Int) -> Step? {
    var menu = menu
    if case .character(let character) = key, let number = character.wholeNumberValue {
      guard menu.items.indices.contains(number - 1) else { return nil }
      let isVisible = menu.visibleItems(height: height).contains(number - 1)
      menu.go(to: number - 1, height: height)
      // Nothing is invoked that was not seen.
      if isVisible { return invoke(menu) }
    } else {
      switch KeyTable.menu.command(of: key) {
      case .down: menu.move(by: 1, height: height)
      case .up: menu.move(by: -1, height: height)
      case .pageDown: menu.move(by: menu.visibleItems(height: height).count, height: height)
      case .pageUp: menu.move(by: -menu.visibleItems(height: height).count, height: height)
      case .first: menu.go(to: 0, height: height)
      case .last: menu.go(to: menu.items.count - 1, height: height)
      case .open: return invoke(menu)
      case .help: return .showKeys
      case .cancel:
        close()
        return nil
      default: return nil
      }
    }
    stack[stack.count - 1] = .actions(menu)
    return nil
  }

  private mutating func invoke(_ menu: ActionMenu) -> Step {
    close()
    return .invoke(menu)
  }
}
