import CellEngine
import CellProtocol

/// Prints the pictures of rows as one document.
struct PicturePrinter {
  private let format: PictureFormat
  private let page: PicturePage
  private let zoom: Double
  private var rows: [PicturePage.Row] = []

  /// - Parameters:
  ///   - title: what the document is called.
  ///   - zoom: how many pixels of a PNG a point has; two where nobody says it, as most screens have.
  init(format: PictureFormat, title: String, theme: Theme, zoom: Double?) {
    self.format = format
    self.zoom = zoom ?? 2
    page = PicturePage(title: title, theme: theme)
  }

  /// Takes the rows of one result of `rows.pull`.
  mutating func add(_ result: JSONNode) {
    guard let rows = result["rows"] else { return }
    for row in rows.elements { add(row: row) }
  }

  /// Takes a row, or a header.
  mutating func add(row: JSONNode) {
    guard let picture = row["picture"]?.utf8, let width = row["size"]?["width"]?.double,
      let height = row["size"]?["height"]?.double
    else { return }
    rows.append(
      PicturePage.Row(picture: Array(picture), size: PictureSize(width: width, height: height)))
  }

  /// Prints the document.
  func print() throws {
    let output = StandardOutput()
    switch format {
    case .svg: try output.write(page.svg(rows))
    case .html: try output.write(page.html(rows))
    case .png: try Rasterizer(zoom: zoom).print(page.svg(rows), size: PicturePage.size(of: rows))
    }
    try output.flush()
  }
}
