/// Writes rows as items of a Markdown list (CommonMark), one line for each row:
/// `- **Title** — subtitle — *Status*`. A section is a heading: `### Title (3)`.
///
/// No text of a cell becomes markup. A text that the row wraps is on one line again. Images,
/// controls, actions and charts are left out.
public struct MarkdownRenderer {
  public init() {}

  /// Appends the item of a row, ended by a line feed.
  ///
  /// - Parameter limit: the maximum number of bytes to append. A longer item is left out.
  /// - Returns: `false` if it was left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    let item = Self.item(of: row)
    guard item.utf8.count < limit else { return false }
    output += item.utf8
    output.append(UInt8(ascii: "\n"))
    return true
  }

  /// Calls `body` with the item of a row, without its line feed.
  ///
  /// - Parameter limit: the maximum number of bytes of the item.
  /// - Returns: `false` if the item was left out.
  public func forEachLine(
    of row: borrowing Row, using buffer: inout [UInt8], limit: Int,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    guard append(row, to: &buffer, limit: limit) else { return false }
    return buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
  }

  private static func item(of row: borrowing Row) -> String {
    if row.view.isListPart { return listPart(row) }
    var marks: [String] = []
    var title = ""
    var parts: [String] = []
    var tags: [String] = []
    var statuses: [String] = []
    for index in row.content.elements.indices {
      let element = row.content.elements[index]
      let text = MarkdownText.escaped(text(of: element, in: row), isFirst: title.isEmpty)
      guard !text.isEmpty else { continue }
      switch element.slot {
      case .unread, .number, .icons: marks.append(text)
      case .title where title.isEmpty: title = "**\(text)**"
      case .title, .subtitle, .footnote, .caption, .description, .rating: parts.append(text)
      case .info: parts.append("*\(text)*")
      case .tags: tags.append(text)
      case .status: statuses.append("*\(text)*")
      case .control, .image, .avatars, .actions, .accessory, .chart, .pages, .count: continue
      }
    }
    if let address = row.view.cell.href.flatMap({ Link.target($0, in: .document) }), !title.isEmpty {
      title = "[\(title)](<\(MarkdownText.address(address))>)"
    }
    let head = (marks + [title]).filter { !$0.isEmpty }.joined(separator: " ")
    parts += [tags.joined(separator: " "), statuses.joined(separator: ", ")]
    return "- " + ([head] + parts).filter { !$0.isEmpty }.joined(separator: " — ")
  }

  /// The line of a section, an empty state or a skeleton.
  private static func listPart(_ row: borrowing Row) -> String {
    var parts: [String] = []
    for index in row.content.elements.indices {
      let element = row.content.elements[index]
      guard element.role != .placeholder, element.slot == .title || element.slot == .description else {
        continue
      }
      let text = MarkdownText.escaped(text(of: element, in: row), isFirst: parts.isEmpty)
      if !text.isEmpty { parts.append(text) }
    }
    switch row.view.cell.kind {
    case .section:
      let title = MarkdownText.heading(parts.first ?? "")
      return (["###", title] + [row.view.cell.count.map { "(\($0))" } ?? ""]).filter { !$0.isEmpty }
        .joined(separator: " ")
    case .skeleton: return "- *\(MarkdownText.escaped(row.label, isFirst: true))*"
    default:
      if !parts.isEmpty { parts[0] = "**\(parts[0])**" }
      return "- " + parts.joined(separator: " — ")
    }
  }

  /// The text of an element. Its lines are joined as they were before they were broken.
  private static func text(of element: PlacedElement, in row: borrowing Row) -> String {
    var text = ""
    var last: TextLine?
    for index in element.lines {
      let placed = row.content.lines[Int(index)]
      var line: TextLine?
      if case .text(let piece) = placed.content { line = row.content.texts[piece.line] }
      if let last, let line {
        if last.endsWithHyphen {
          text.removeLast()
        } else if line.start > last.end {
          text += " "
        }
      } else if !text.isEmpty {
        text += " "
      }
      text += TerminalSpelling.string(of: placed, in: row)
      last = line
    }
    return text
  }
}

/// Texts in Markdown.
enum MarkdownText {
  /// The characters that are markup inside a line of CommonMark, GFM or its usual extensions.
  private static let special: Set<Unicode.Scalar> = [
    "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$", "@", "^", "=", "{", "}",
  ]
  /// The characters that are markup at the beginning of an item.
  private static let leading: Set<Unicode.Scalar> = ["#", "+", "-", ":"]

  /// Returns a text in which no character is markup, without spaces around it.
  ///
  /// - Parameter isFirst: whether it can be the first text of an item, where `1.` begins a list.
  static func escaped(_ text: String, isFirst: Bool) -> String {
    var scalars = Array(text.unicodeScalars)[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    var escaped = String.UnicodeScalarView()
    for (offset, scalar) in scalars.enumerated() {
      let before = scalars[..<(scalars.startIndex + offset)]
      let isMarkup =
        special.contains(scalar) || offset == 0 && leading.contains(scalar)
        || isFirst && (scalar == "." || scalar == ")") && before.allSatisfy { ("0"..."9").contains($0) }
        || beginsAddress(scalar, before: before, after: scalars[(scalars.startIndex + offset + 1)...].first)
      if isMarkup { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Whether a character makes the text around it a link: that of `https:`, `mailto:` or `www.`.
  private static func beginsAddress(
    _ scalar: Unicode.Scalar, before: ArraySlice<Unicode.Scalar>, after: Unicode.Scalar?
  ) -> Bool {
    switch scalar {
    case ":": after.map { !$0.properties.isWhitespace && !("0"..."9").contains($0) } ?? false
    case ".": before.count >= 3 && before.suffix(3).allSatisfy { $0 == "w" || $0 == "W" }
    default: false
    }
  }

  /// Returns an escaped text as a heading, whose last `#` would be removed.
  static func heading(_ text: String) -> String {
    text.hasSuffix("#") && !text.hasSuffix("\\#") ? String(text.dropLast()) + "\\#" : text
  }

  /// Returns an address between angle brackets.
  static func address(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "<" || scalar == ">" || scalar == "&" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
  }
}
