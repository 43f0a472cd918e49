import CellWire

/// The rows of a reply, in order, with what the reply has of their list.
public struct Rows: RandomAccessCollection, Sendable {
  /// All members of the reply.
  public let reply: JSON
  private let rows: [Row]

  /// Reads the result of `rows.pull`, `rows.watch` or `rows.window`.
  /// - Throws: `CelldError.protocolError` if it is malformed.
  init(_ reply: JSON) throws {
    self.reply = reply
    rows = try read(reply["rows"] ?? .null, of: "rows.pull")
  }

  /// The rows of a window.
  init(_ window: RowWindow<Row>) {
    reply = window.head.with(.object([.init("rows", .array(window.rows.map(\.json)))]))
    rows = window.rows
  }

  public var startIndex: Int { rows.startIndex }
  public var endIndex: Int { rows.endIndex }
  public subscript(index: Int) -> Row { rows[index] }

  /// The name of the session.
  public var session: String? { reply["session"]?.string }
  /// The name of the view; nil for an anonymous view.
  public var view: String? { reply["view"]?.string }
  /// The revision of the session.
  public var revision: Int? { reply["revision"]?.int }
  /// The clock of these rows, for `since`.
  public var clock: String? { reply["clock"]?.string }
  /// The number of cells in the list. `count` is that of these rows.
  public var listCount: Int? { reply["count"]?.int }
  /// The height of the list, in lines or points: an estimate if ``exact`` is false.
  public var height: Double? { reply["height"]?.double }
  /// The width of the view, in columns or points; nil if it is unlimited.
  public var width: Double? { reply["width"]?.double }
  /// Whether ``height`` and the `y` of rows are exact.
  public var exact: Bool { reply["exact"]?.bool ?? false }
  /// The first row and its place in the window; nil if the window has no height.
  public var anchor: RowsPullAnchor? { reply["anchor"].flatMap(RowsPullAnchor.init(json:)) }
  /// The requested ids that the view does not show.
  public var missing: [String] { reply["missing"].flatMap([String].init(json:)) ?? [] }
  /// The index to continue with, if the limit `reply` cut the reply. With `ids`, it is a position
  /// in them.
  public var next: Int? { reply["next"]?.int }
  /// The lines of all rows, in the formats text, ansi, markdown and pango.
  public var lines: [String] {
    rows.flatMap { $0.json["lines"]?.array?.compactMap(\.string) ?? [] }
  }
}

extension Rows: CustomStringConvertible {
  /// The lines, each ended by a line feed but the last.
  public var description: String { lines.joined(separator: "\n") }
}

extension Row: WindowRow {
  package var rowID: ExactText { id.exact }

  package init(_ node: JSONNode, known: Row?, style: Void) throws {
    var json = JSON(node)
    if let known {
      json["same"] = nil
      json = known.json.with(json)
    }
    self = try read(json, of: "rows.watch")
  }
}
