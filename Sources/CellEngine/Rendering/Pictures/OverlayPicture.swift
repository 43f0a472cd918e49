/// The picture of the menu or the preview next to a row: an `svg` element that works on its own.
public struct OverlayPicture: Sendable {
  public var reveal: Reveal
  /// The position from the top left corner of the row's picture, in CSS pixels.
  public var x: Double
  public var y: Double
  public var size: PictureSize
  /// An `svg` element.
  public var picture: [UInt8]
  /// Whether elements or lines were left out.
  public var isClipped: Bool

  /// Makes the picture from its members.
  public init(
    reveal: Reveal, x: Double, y: Double, size: PictureSize, picture: [UInt8], isClipped: Bool = false
  ) {
    self.reveal = reveal
    self.x = x
    self.y = y
    self.size = size
    self.picture = picture
    self.isClipped = isClipped
  }

  /// Makes the picture of a row's overlay. Returns `nil` if the row reveals none.
  ///
  /// - Parameter limit: the maximum number of bytes of the picture as a JSON string.
  public init?(
    of row: borrowing Row, _ options: PictureOptions = PictureOptions(), limit: Int = .max
  ) {
    let (found, hasMore) = FrameRenderer.overlay(of: row, limit: limit)
    guard let overlay = found else { return nil }
    let scale = PictureScale(row.style.unit)
    var writer = PictureWriter(row.style, options, .svg, limit: limit)
    writer.write(overlay, isMirrored: row.content.isMirrored)
    self.init(
      reveal: overlay.reveal, x: overlay.x * scale.across, y: overlay.y * scale.down,
      size: PictureSize(width: overlay.width * scale.across, height: overlay.height * scale.down),
      picture: writer.markup.bytes, isClipped: hasMore || writer.isClipped)
  }
}
