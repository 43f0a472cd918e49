import CellEngine
import CellWire

/// Prints a document of pictures to standard output.
struct PictureFile {
  let format: PictureFormat
  /// The pixels of a PNG per point. The default is 2, as on most screens.
  let zoom: Double?

  /// Prints the document of the format. A PNG is drawn of an SVG document, whose size is `size`.
  func print(_ document: [UInt8], size: PictureSize) throws {
    guard !format.isPNG else { return try Rasterizer(zoom: zoom ?? 2).print(document, size: size) }
    let output = StandardOutput()
    try output.write(document)
    try output.flush()
  }
}

extension PicturePage.Row {
  /// Reads a row of a reply. Returns nil if it is not a picture.
  init?(_ row: JSONNode) {
    guard let picture = row["picture"]?.utf8, let width = row["size"]?["width"]?.double,
      let height = row["size"]?["height"]?.double
    else { return nil }
    self.init(
      picture: Array(picture), size: PictureSize(width: width, height: height),
      overlay: row["overlay"].flatMap { OverlayPicture($0) })
  }
}

extension OverlayPicture {
  /// Reads the menu or the preview next to a row.
  fileprivate init?(_ overlay: JSONNode) {
    guard let picture = overlay["picture"]?.utf8, let x = overlay["x"]?.double, let y = overlay["y"]?.double,
      let width = overlay["width"]?.double, let height = overlay["height"]?.double,
      let reveal = overlay["what"]?.string.flatMap(Reveal.init)
    else { return nil }
    self.init(
      reveal: reveal, x: x, y: y, size: PictureSize(width: width, height: height), picture: Array(picture))
  }
}
