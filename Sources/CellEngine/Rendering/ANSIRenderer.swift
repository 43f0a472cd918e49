/// Writes rows as lines of text with SGR colours (ECMA-48) and OSC 8 links. Each colour and link
/// ends on its line.
public struct ANSIRenderer {
  /// Whether every line is filled with spaces to the width of the view.
  private let pads: Bool

  public init(pads: Bool = false) { self.pads = pads }

  /// Appends the lines of a row in columns, each ended by a line feed.
  ///
  /// - Parameter limit: the maximum number of bytes to append. Lines that do not fit are left out.
  /// - Returns: `false` if lines were left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    TerminalLines(row, pads: pads, style: SGRStyle(row)).append(row, to: &output, limit: limit)
  }

  /// Calls `body` with each line of a row in columns, without its line feed, until `body` returns
  /// `false`.
  ///
  /// - Parameters:
  ///   - buffer: room for one line.
  ///   - limit: the maximum number of bytes of all lines.
  /// - Returns: `false` if lines were left out.
  public func forEachLine(
    of row: borrowing Row, using buffer: inout [UInt8], limit: Int,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    TerminalLines(row, pads: pads, style: SGRStyle(row))
      .forEachLine(of: row, using: &buffer, limit: limit, body)
  }
}

/// Writes content in the style of its element, and the title as a link.
private struct SGRStyle: LineStyle {
  /// The address of the title's link; `nil` if the cell has none.
  private let link: [UInt8]?

  /// More than the bytes that open and close a style or an empty link.
  private static let styleBytes = 32

  init(_ row: borrowing Row) { link = row.view.cell.href.flatMap { Link.target($0, in: .terminal) } }

  var byteCount: Int { Self.styleBytes + (link.map { $0.count + Self.styleBytes } ?? 0) }

  func write(_ line: UnsafePointer<PlacedLine>, of row: borrowing Row, to cursor: inout ByteCursor) {
    let element = row.content.elements[Int(line.pointee.element)]
    let link = element.slot == .title ? link : nil
    if let link { cursor.append(link: link) }
    let style = Self.style(of: element)
    if let style { cursor.append(sgr: style) }
    TerminalSpelling.write(line, of: row, to: &cursor)
    if style != nil { cursor.append(sgr: "0") }
    if link != nil { cursor.append(("\u{1B}]8;;\u{1B}\\" as StaticString).bytes) }
  }

  /// The SGR parameters of an element. Its semantic state wins over its role, unless it is
  /// disabled.
  private static func style(of element: PlacedElement) -> StaticString? {
    if element.role != .disabled, let state = element.state {
      switch state {
      case .neutral: return nil
      case .informative: return "34"
      case .positive: return "32"
      case .critical: return "33"
      case .negative: return "31"
      }
    }
    switch element.role {
    case .secondary, .disabled, .more, .separator, .placeholder: return "2"
    case .title, .section, .key, .body, .control, .number, .icon: return element.role.weight > 400 ? "1" : nil
    case .image: return "7"
    case .tag: return "36"
    case .rating: return "33"
    case .unread: return "1;34"
    case .button, .accessory: return "34"
    case .destructive: return "31"
    case .positive: return "32"
    }
  }
}

extension ByteCursor {
  fileprivate mutating func append(sgr parameters: StaticString) {
    append(0x1B)
    append(UInt8(ascii: "["))
    append(parameters.bytes)
    append(UInt8(ascii: "m"))
  }

  /// Opens an OSC 8 link.
  fileprivate mutating func append(link: [UInt8]) {
    append(("\u{1B}]8;;" as StaticString).bytes)
    link.withUnsafeBufferPointer { append($0) }
    append(("\u{1B}\\" as StaticString).bytes)
  }
}
