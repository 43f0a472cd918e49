import CellEngine
import CellProtocol

/// Prints the pictures of rows as one document.
struct PicturePrinter {
  private let file: PictureFile
  private let page: PicturePage
  private var rows: [PicturePage.Row] = []

  /// - Parameters:
  ///   - title: what the document is called.
  ///   - zoom: how many pixels of a PNG a point has.
  init(format: PictureFormat, title: String, theme: Theme, zoom: Double?) {
    file = PictureFile(format: format, zoom: zoom)
    page = PicturePage(title: title, theme: theme)
  }

  /// Takes the rows of one result of `rows.pull`.
  mutating func add(_ result: JSONNode) {
    guard let rows = result["rows"] else { return }
    for row in rows.elements { add(row: row) }
  }

  /// Takes a row, or a header.
  mutating func add(row: JSONNode) {
    if let row = PicturePage.Row(row) { rows.append(row) }
  }

  /// Prints the document.
  func print() throws {
    try file.print(size: PicturePage.size(of: rows)) {
      page.svg(rows)
    } html: {
      page.html(rows)
    }
  }
}
