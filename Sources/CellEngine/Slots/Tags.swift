/// A tag, or `+N` at the end, with its position.
struct FlowedTag {
  enum Content {
    /// The index of a tag.
    case tag(Int32)
    case more(Int32)
  }

  var content: Content
  /// The distance from the leading edge of the flow, in layout units.
  var x: Int32
  /// The index of the line in the flow.
  var line: Int32
  var width: Int32
}

/// The tags of a cell in lines, and `+N` for those that do not fit.
struct TagFlow: ~Copyable {
  private var items = Scratch<FlowedTag>(capacity: 16)

  var isEmpty: Bool { items.isEmpty }

  mutating func removeAll() { items.removeAll() }

  // MARK: Needs

  /// The advance of the brackets of a tag, or of the insets on both sides of its text.
  private static func brackets(_ view: borrowing CellView) -> Int32 {
    view.lengths.tagInset > 0
      ? 2 * view.lengths.tagInset
      : view.glyphs.advance(of: .tagOpen) + view.glyphs.advance(of: .tagClose)
  }

  /// The distance from one line of tags to the next.
  private static func step(_ view: borrowing CellView) -> Int32 {
    view.lengths.height(of: .tags) + view.lengths.tagLineGap
  }

  /// The width of all tags in one line.
  static func naturalWidth(_ view: borrowing CellView) -> Int32 {
    let brackets = brackets(view)
    var width: Int32 = 0
    for index in view.cell.tags.indices {
      let tag = view.advance(of: view.cell.tags[index]).addingSaturating(brackets)
      width = width.addingSaturating(tag + view.lengths.tagGap)
    }
    return min(width - view.lengths.tagGap, Lengths.longest)
  }

  /// Wraps the tags into lines of width `room`, as many as the view allows. Returns the height of
  /// the lines.
  ///
  /// Room for `+N` is reserved only if a tag is hidden.
  mutating func flow(in room: Int32, _ view: borrowing CellView) -> Int32 {
    guard room > 0 else { return 0 }
    let gap = view.lengths.tagGap
    // The advance of the remaining tags with their gaps. It shows whether they fit the last line.
    var rest = 0
    let brackets = Self.brackets(view)
    let total = view.cell.tags.count
    items.reserve(total)
    for index in 0..<total {
      let width = min(room, view.advance(of: view.cell.tags[index]).addingSaturating(brackets))
      items.appendReserved(
        FlowedTag(
          content: .tag(Int32(truncatingIfNeeded: index)), x: Int32(truncatingIfNeeded: rest), line: 0,
          width: width))
      rest &+= Int(width &+ gap)
    }
    // Most cells have few tags, which fit one line.
    if rest &- Int(gap) <= room { return view.lengths.height(of: .tags) }
    return wrap(in: room, reach: rest, brackets: brackets, view)
  }

  /// Wraps tags that do not fit one line.
  private mutating func wrap(
    in room: Int32, reach: Int, brackets: Int32, _ view: borrowing CellView
  ) -> Int32 {
    let gap = view.lengths.tagGap
    let step = Self.step(view)
    let total = items.count
    var rest = reach
    // No view has more lines, and the sum of their heights would overflow.
    let most = Lengths.longest / step
    let limit = view.style.tagLines == 0 ? most : min(most, Int32(clamping: view.style.tagLines))
    var line: Int32 = 0
    var used: Int32 = 0
    for index in 0..<total {
      let width = items[index].width
      var start = used > 0 ? used + gap : 0
      if start + width > room, line + 1 < limit {
        line += 1
        start = 0
      }
      var shown = width
      if line + 1 == limit, Int(start) &+ rest &- Int(gap) > room {
        let hidden = total - index - 1
        let left = hidden > 0 ? room - gap - More.advance(hidden, view) : room
        guard start + width <= left || (start == 0 && left > brackets) else {
          items.keepFirst(index)
          let advance = More.advance(hidden + 1, view)
          if start > 0 || advance <= room {
            items.append(
              FlowedTag(content: .more(Int32(clamping: hidden + 1)), x: start, line: line, width: advance))
          }
          break
        }
        shown = min(width, left)
      }
      items[index].x = start
      items[index].line = line
      items[index].width = shown
      used = start + shown
      rest &-= Int(width &+ gap)
    }
    return items.isEmpty ? 0 : items.last.line * step + view.lengths.height(of: .tags)
  }

  // MARK: Placing

  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    let step = Self.step(view)
    let brackets = Self.brackets(view)
    for index in items.indices {
      let item = items[index]
      let (itemX, itemY) = (x + item.x, y + item.line * step)
      switch item.content {
      case .tag(let tag):
        Self.place(
          view.cell.tags[Int(tag)], x: itemX, y: itemY, width: item.width, brackets: brackets, view,
          into: &content)
      case .more(let count):
        More.place(
          count, slot: .tags, x: itemX, y: itemY, height: view.lengths.height(of: .tags), view, into: &content
        )
      }
    }
  }

  @inline(__always)
  private static func place(
    _ field: Int32, x: Int32, y: Int32, width: Int32, brackets: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    guard view.lengths.isColumns, width > brackets,
      view.appendWhole(field, width: width - brackets, to: &content.texts)
    else { return placeCut(field, x: x, y: y, width: width, brackets: brackets, view, into: &content) }
    content.place(
      .tag(content.texts.lastPiece(of: field), hasBrackets: true), x: x, y: y,
      advance: content.texts.lines.last.advance &+ brackets,
      in: PlacedElement(
        slot: .tags, role: view.role(.tag), x: x, y: y, width: width,
        height: view.lengths.height(of: .tags)))
  }

  /// Places a tag that is cut, has no room for brackets, or has insets instead of brackets.
  @inline(never)
  private static func placeCut(
    _ field: Int32, x: Int32, y: Int32, width: Int32, brackets: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let hasRoom = width > brackets
    let cut = view.cut(field, width: hasRoom ? width - brackets : width, slot: .tags, into: &content.texts)
    let hasBrackets = hasRoom && view.lengths.tagInset == 0
    content.place(
      .tag(cut.piece, hasBrackets: hasBrackets), x: hasRoom ? x &+ view.lengths.tagInset : x, y: y,
      advance: hasBrackets ? brackets + cut.advance : cut.advance,
      in: PlacedElement(
        slot: .tags, role: hasRoom ? view.role(.tag) : .tag, x: x, y: y, width: width,
        height: view.lengths.height(of: .tags), hidden: cut.hidden))
  }

  // MARK: Words

  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    for index in view.cell.tags.indices { parts.append(field: view.cell.tags[index], view) }
  }
}

/// `+N`, for N tags or avatars that do not fit.
enum More {
  static func advance(_ count: Int, _ view: borrowing CellView) -> Int32 {
    view.glyphs.advance(of: .plus) + view.glyphs.advance(of: Int32(clamping: count))
  }

  static func place(
    _ count: Int32, slot: Slot, x: Int32, y: Int32, height: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let advance = advance(Int(count), view)
    content.place(
      .more(count), x: x, y: y, advance: advance,
      in: PlacedElement(
        slot: slot, role: .more, x: x, y: y, width: advance, height: height))
  }
}
