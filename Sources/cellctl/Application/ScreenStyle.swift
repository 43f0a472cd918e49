import CellClient
import CellEngine
import CellWire

/// The members of an environment that decide how a list is drawn around its rows.
struct ScreenStyle: Equatable {
  /// Whether signs are of ASCII.
  var isASCII = false
  /// Whether rows begin at the right.
  var isMirrored = false
  /// The way in which columns are counted.
  var model = WidthModel()

  init() {}

  /// Reads an environment.
  init(_ environment: JSON) {
    isASCII = environment["glyphs"]?.string == Environment.Glyphs.ascii.rawValue
    isMirrored = environment["direction"]?.string == Environment.Direction.rtl.rawValue
    model = WidthModel(
      mode: environment["widthModel"]?.string.flatMap(WidthModel.Mode.init) ?? .wcwidth,
      ambiguous: environment["ambiguousWidth"]?.int ?? 1)
  }

  /// Reads the environment of a shared view.
  init(ofView view: String?, _ session: Parameters, _ client: Client) throws {
    let views = try client.call("view.list", session).result["views"]?.array ?? []
    if let view = views.first(where: { $0["view"]?.string?.exact == view?.exact }) {
      self.init(view)
    } else {
      self.init()
    }
  }

  /// The sign of the row of the cursor. A block has two columns where ambiguous characters have.
  var cursor: String { isASCII || model.ambiguous == 2 ? ">" : "▌" }

  /// The sign of a selected row, or of a marked one. A star is that of an unread cell.
  var mark: String { isASCII ? "+" : "✓" }

  /// The sign for a text that was cut.
  var ellipsis: String { isASCII ? "..." : "…" }

  /// Returns the columns of the widest row of a window.
  func widestRow(of window: RowWindow<ListRow>) -> Int {
    let lines = window.rows.flatMap(\.lines).map { ScreenLine(text: $0, model: model).columns }
    return max(lines.max() ?? 0, window.width ?? 0)
  }
}
