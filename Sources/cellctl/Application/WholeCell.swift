import CellEngine
import CellWire

/// A cell as a whole: all of its texts, then its `data` as a tree. Branches are folded until they
/// are opened, since data can be large and deep. The page of `cellctl serve` shows the same.
struct WholeCell: Equatable {
  /// A line of the page.
  struct Line: Equatable {
    enum Part: Equatable {
      case text, heading
      /// An entry of the data without entries of its own.
      case leaf
      case branch(isOpen: Bool)
      /// The entry that shows further ones of its branch.
      case more
    }

    var text: String
    var part = Part.text
    /// The path of the entry in the data, as a JSON pointer.
    var path = ""
  }

  let id: String
  private(set) var cell: JSON
  private(set) var lines: [Line] = []
  /// The index of the line of the cursor.
  private(set) var cursor = 0
  /// The number of lines above the screen.
  private(set) var top = 0
  /// The open branches by their paths, and how many entries they show.
  private var open: [ExactText: Int] = [:]
  private var columns: Int
  private var style: ScreenStyle
  /// Whether texts are not in a column of their own, next to the terms.
  private var isNarrow = false

  /// The entries that a branch shows at a time.
  private static let part = 100
  /// The characters that a text shows.
  private static let longestText = 10_000
  /// The minimum columns of the texts in a column of their own.
  private static let leastText = 20
  /// The lines after which an unfolded page opens no more branches.
  private static let unfoldedLines = 1000

  /// - Parameters:
  ///   - cell: the cell, as `cells.get` returns it.
  ///   - columns: the width of its lines.
  ///   - isUnfolded: whether all branches are open, as far as the page does not get too long.
  init(_ cell: JSON, columns: Int, style: ScreenStyle, isUnfolded: Bool = false) {
    id = cell["id"]?.string ?? ""
    self.cell = cell
    (self.columns, self.style) = (max(columns, 1), style)
    lay(isUnfolded: isUnfolded)
  }

  /// Shows what the cell is now. Open branches stay open, and the cursor stays at its entry.
  mutating func update(_ cell: JSON, height: Int) {
    guard cell != self.cell else { return }
    self.cell = cell
    layAgain(height: height)
  }

  /// Lays the lines out in another width.
  mutating func resize(columns: Int, style: ScreenStyle, height: Int) {
    (self.columns, self.style) = (max(columns, 1), style)
    layAgain(height: height)
  }

  // MARK: - The cursor

  /// Moves the cursor by lines, and scrolls until it is visible.
  mutating func move(by count: Int, height: Int) {
    cursor = min(max(cursor + count, 0), max(lines.count - 1, 0))
    scroll(by: 0, height: height)
    top = max(min(top, cursor), cursor - height + 1)
  }

  /// Scrolls by lines. The cursor stays on the screen.
  mutating func scroll(by count: Int, height: Int) {
    let isVisible = top..<top + height ~= cursor
    top = max(min(top + count, lines.count - height), 0)
    if isVisible { cursor = min(max(cursor, top), top + height - 1) }
  }

  /// Moves the cursor to a line of the screen, and opens or closes the branch there.
  mutating func click(line: Int, height: Int) {
    guard lines.indices.contains(top + line) else { return }
    move(by: top + line - cursor, height: height)
    operate(height: height)
  }

  /// Opens or closes the branch of the cursor, or shows more entries of one.
  mutating func operate(height: Int) {
    guard lines.indices.contains(cursor) else { return }
    let path = lines[cursor].path.exact
    switch lines[cursor].part {
    case .branch(let isOpen): open[path] = isOpen ? nil : Self.part
    case .more: open[path, default: Self.part] += Self.part
    case .text, .heading, .leaf: return
    }
    layAgain(height: height, keepsPath: lines[cursor].part != .more)
  }

  /// Opens the branch of the cursor, or goes into it.
  mutating func enter(height: Int) {
    guard lines.indices.contains(cursor) else { return }
    if case .branch(isOpen: true) = lines[cursor].part {
      move(by: 1, height: height)
    } else {
      operate(height: height)
    }
  }

  /// Closes the branch of the cursor, or goes to the one that it is in.
  mutating func leave(height: Int) {
    guard lines.indices.contains(cursor) else { return }
    if case .branch(isOpen: true) = lines[cursor].part { return operate(height: height) }
    var parent = lines[cursor].path
    if lines[cursor].part != .more { parent = parent.lastIndex(of: "/").map { String(parent[..<$0]) } ?? "" }
    guard !parent.isEmpty, let line = lines.firstIndex(where: { $0.path.exact == parent.exact }) else {
      return
    }
    move(by: line - cursor, height: height)
  }

  // MARK: - The lines

  private mutating func layAgain(height: Int, keepsPath: Bool = true) {
    let (path, line) = (lines.indices.contains(cursor) ? lines[cursor].path : "", cursor)
    lay(isUnfolded: false)
    if keepsPath, !path.isEmpty, let same = lines.firstIndex(where: { $0.path.exact == path.exact }) {
      cursor = same
    } else {
      cursor = line
    }
    move(by: 0, height: height)
  }

  private mutating func lay(isUnfolded: Bool) {
    lines = []
    let members = CellMembers.lines(of: cell)
    let width = (members.map { $0.term.oneLine.columns(by: style.model) }.max() ?? 0) + 2
    isNarrow = columns - width < Self.leastText
    for member in members {
      // A member without a value, such as an empty list, has its term.
      let texts = member.texts.isEmpty ? [""] : member.texts
      for (index, text) in texts.enumerated() {
        let term = index == 0 || isNarrow ? member.term.oneLine : ""
        add(text, after: term + spaces(isNarrow ? 2 : width - term.columns(by: style.model)), part: .text)
      }
    }
    guard let data = cell["data"] else { return }
    lines += [Line(text: ""), Line(text: "Data", part: .heading)]
    if Self.isBranch(data) {
      addEntries(of: data, path: "", level: 0, isUnfolded: isUnfolded)
    } else {
      add(Self.written(data), after: "", part: .leaf)
    }
  }

  /// Adds the lines of a text after a heading. Further lines are below the text, or if a member has
  /// too little room for that, indented.
  private mutating func add(_ text: String, after heading: String, part: Line.Part, path: String = "") {
    let indent = heading.columns(by: style.model)
    let isBelow = part != .text || !isNarrow
    let paragraphs = Self.clipped(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let room = max(columns - (isBelow ? indent : 4), 1)
    let texts = paragraphs.enumerated().flatMap { index, paragraph in
      ((isBelow || index > 0 ? "" : heading) + NeutralLine(.text).text(of: String(paragraph)))
        .wrapped(columns: room, by: style.model)
    }
    for (index, text) in texts.enumerated() {
      let lead = index > 0 ? spaces(isBelow ? indent : 4) : isBelow ? heading : ""
      lines.append(
        Line(text: lead + text, part: index == 0 ? part : .text, path: index == 0 ? path : ""))
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

  private mutating func addEntries(of value: JSON, path: String, level: Int, isUnfolded: Bool) {
    let shown = open[path.exact] ?? Self.part
    let indent = spaces(min(2 * level, columns / 3))
    let elements = value.array?.prefix(shown).enumerated().map { ("\($0 + 1)", "\($0)", $1) }
    let entries =
      elements
      ?? (value.members ?? []).prefix(shown).map { ($0.name.oneLine, Self.step($0.name), $0.value) }
    for (name, step, entry) in entries {
      let path = "\(path)/\(step)"
      guard Self.isBranch(entry) else {
        add("\(name): \(Self.written(entry))", after: indent + "  ", part: .leaf, path: path)
        continue
      }
      let isOpen = open[path.exact] != nil || isUnfolded && lines.count < Self.unfoldedLines
      let sign = style.isASCII ? (isOpen ? "-" : "+") : isOpen ? "▾" : "▸"
      add(
        "\(name)  \(Self.summary(of: entry))", after: "\(indent)\(sign) ", part: .branch(isOpen: isOpen),
        path: path)
      if isOpen { addEntries(of: entry, path: path, level: level + 1, isUnfolded: isUnfolded) }
    }
    let count = value.array?.count ?? value.members?.count ?? 0
    if count > shown {
      lines.append(Line(text: "\(indent)  \((count - shown).grouped) more", part: .more, path: path))
    }
  }

  private static func step(_ name: String) -> String {
    name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  private static func isBranch(_ value: JSON) -> Bool {
    value.array?.isEmpty == false || value.members?.isEmpty == false
  }

  private static func summary(of value: JSON) -> String {
    let count = value.array?.count ?? value.members?.count ?? 0
    let noun = value.array == nil ? "member" : "item"
    return "\(count.grouped) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A value without entries as text.
  private static func written(_ value: JSON) -> String {
    switch value {
    case .string(let text): text.isEmpty ? "(empty text)" : text
    case .array: "(no items)"
    case .object: "(no members)"
    case .null, .bool, .number: value.text
    }
  }

  /// The beginning of a text that is too long to be read here.
  private static func clipped(_ text: String) -> String {
    let count = text.utf8.count <= longestText ? 0 : text.unicodeScalars.count
    guard count > longestText else { return text }
    return String(text.unicodeScalars.prefix(longestText))
      + "… (\((count - longestText).grouped) more characters)"
  }
}
