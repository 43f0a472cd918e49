import CellEngine
import CellWire

/// A format of rows: an entry of ``allCases``. The schema, the codes in clocks and cellctl's help
/// derive from these.
public struct RowFormat: Sendable {
  /// The content of a row.
  public enum Kind: Sendable {
    /// Lines of text.
    case lines
    /// Members for programs.
    case data
    /// A picture.
    case picture
  }

  /// The members of a format. One reference, since each request copies its format several times.
  private final class Definition: Sendable {
    let name: String
    let kind: Kind
    let summary: String
    let units: [LengthUnit]
    let detail: RowDetail
    let write: @Sendable (borrowing Row, inout RowWriter, inout JSONWriter) -> Void

    init(
      _ name: String, _ kind: Kind, _ units: [LengthUnit], _ summary: String, _ detail: RowDetail,
      _ write: @escaping @Sendable (borrowing Row, inout RowWriter, inout JSONWriter) -> Void
    ) {
      self.name = name
      self.kind = kind
      self.units = units
      self.summary = summary
      self.detail = detail
      self.write = write
    }
  }

  private let definition: Definition

  init(
    _ name: String, _ kind: Kind, in units: [LengthUnit], _ summary: String,
    detail: RowDetail = .elements,
    write: @escaping @Sendable (borrowing Row, inout RowWriter, inout JSONWriter) -> Void
  ) {
    definition = Definition(name, kind, units, summary, detail, write)
  }

  /// The name in requests.
  public var rawValue: String { definition.name }
  public var kind: Kind { definition.kind }
  /// A description for help, without an article or a full stop.
  public var summary: String { definition.summary }
  /// The detail that rows must have been laid out in.
  var detail: RowDetail { definition.detail }
  /// Units of the views whose rows can have the format.
  var units: [LengthUnit] { definition.units }

  /// Writes the content of a row.
  func write(_ row: borrowing Row, _ writer: inout RowWriter, to json: inout JSONWriter) {
    definition.write(row, &writer, &json)
  }
}

extension RowFormat {
  /// All formats. A new one goes to the end: clocks hold the position.
  public static let allCases = [text, ansi, spans, frames, svg, html, markdown, pango]

  public static let text = RowFormat(
    "text", .lines, in: [.column], "lines of plain text", detail: .lines
  ) { row, writer, json in
    writer.writeLines(to: &json) { room, pads, limit, body in
      TextRenderer(pads: pads).forEachLine(of: row, using: &room, limit: limit, body)
    }
  }

  public static let ansi = RowFormat(
    "ansi", .lines, in: [.column], "lines of text with colours and links"
  ) { row, writer, json in
    writer.writeLines(to: &json) { room, pads, limit, body in
      ANSIRenderer(pads: pads).forEachLine(of: row, using: &room, limit: limit, body)
    }
  }

  public static let spans = RowFormat(
    "spans", .data, in: [.column],
    "pieces of text with their column, slot and role, for programs that draw the lines"
  ) { row, writer, json in
    writer.writeSpans(of: row, to: &json)
  }

  public static let frames = RowFormat(
    "frames", .data, in: [.column, .point],
    "elements with their rectangles and lines, and with what was cut off"
  ) { row, writer, json in
    writer.writeFrames(of: row, to: &json)
  }

  public static let svg = RowFormat(
    "svg", .picture, in: [.column, .point], "a picture as SVG"
  ) { row, writer, json in
    writer.writePicture(of: row, to: &json) { SVGRenderer($2).append($0, to: &$1, limit: $3) }
  }

  public static let html = RowFormat(
    "html", .picture, in: [.column, .point],
    "a picture as an item of an HTML list, without scripts"
  ) { row, writer, json in
    writer.writePicture(of: row, to: &json) { HTMLRenderer($2).append($0, to: &$1, limit: $3) }
  }

  public static let markdown = RowFormat(
    "markdown", .lines, in: [.column], "an item of a Markdown list, on one line"
  ) { row, writer, json in
    writer.writeLines(to: &json) { room, _, limit, body in
      MarkdownRenderer().forEachLine(of: row, using: &room, limit: limit, body)
    }
  }

  public static let pango = RowFormat(
    "pango", .lines, in: [.column], "lines of Pango markup, for rofi and waybar"
  ) { row, writer, json in
    writer.writeLines(to: &json) { room, pads, limit, body in
      PangoRenderer(pads: pads).forEachLine(of: row, using: &room, limit: limit, body)
    }
  }

  /// The position in ``allCases``, which is the number of the format in clocks.
  public var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether rows in points can have this format. Lines of text have no points.
  public var fitsPoints: Bool { definition.units.contains(.point) }

  /// The format, or frames if rows in `unit` cannot have it.
  public func fitted(to unit: LengthUnit) -> RowFormat {
    definition.units.contains(unit) ? self : .frames
  }

  /// Whether a row can reveal a swipe, a menu or a preview. Lines have no room next to them.
  public var fitsReveals: Bool { self == .frames || isPicture }

  /// Whether a row is a picture.
  public var isPicture: Bool { kind == .picture }
}

extension RowFormat: RawRepresentable, CaseIterable, Hashable {
  /// The format of that name.
  public init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }

  public static func == (left: RowFormat, right: RowFormat) -> Bool { left.definition === right.definition }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(definition)) }
}

extension RPCError {
  /// Rows in points cannot have `format`, because they are not lines of text.
  public static func formatWithoutPoints(_ format: RowFormat) -> RPCError {
    let others = RowFormat.allCases.filter(\.fitsPoints).map(\.rawValue)
    let names = others.dropLast().joined(separator: ", ") + " or " + (others.last ?? "")
    return RPCError(
      .unsupported,
      "Rows in points do not have the format \(format.rawValue); use the format "
        + "\(names), or the unit column.",
      path: "/format")
  }
}
