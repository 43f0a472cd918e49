import CellEngine
import CellWire

/// Collects the pictures of rows and prints them as one document.
struct PicturePrinter {
  private let file: PictureFile
  private let page: PicturePage
  private var rows: [PicturePage.Row] = []

  /// - Parameters:
  ///   - title: the title of the document.
  ///   - zoom: the pixels of a PNG per point.
  init(format: PictureFormat, title: String, theme: ThemeColors, zoom: Double?) {
    file = PictureFile(format: format, zoom: zoom)
    page = PicturePage(title: title, theme: theme)
  }

  /// Adds the rows of a result of `rows.pull`.
  mutating func add(_ result: JSONNode) {
    guard let rows = result["rows"] else { return }
    for row in rows.elements { add(row: row) }
  }

  /// Adds a row or a header.
  mutating func add(row: JSONNode) {
    if let row = PicturePage.Row(row) { rows.append(row) }
  }

  /// Prints the document.
  func print() throws {
    try file.print(
      file.format.row == .html ? page.html(rows) : page.svg(rows), size: PicturePage.size(of: rows))
  }
}
