import CellEngine
import CellProtocol

/// Standard output as the file of a picture.
struct PictureFile {
  let format: PictureFormat
  /// How many pixels of a PNG a point has; two where nobody says it, as most screens have.
  let zoom: Double?

  /// Prints the document of the format; a PNG is drawn of the SVG document, which is of `size`.
  func print(size: PictureSize, svg: () -> [UInt8], html: () -> [UInt8]) throws {
    let output = StandardOutput()
    switch format {
    case .svg: try output.write(svg())
    case .html: try output.write(html())
    case .png: try Rasterizer(zoom: zoom ?? 2).print(svg(), size: size)
    }
    try output.flush()
  }
}

extension PicturePage.Row {
  /// A row of a reply; nil where it is no picture.
  init?(_ row: JSONNode) {
    guard let picture = row["picture"]?.utf8, let width = row["size"]?["width"]?.double,
      let height = row["size"]?["height"]?.double
    else { return nil }
    self.init(picture: Array(picture), size: PictureSize(width: width, height: height))
  }
}
