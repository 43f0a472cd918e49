extension CellLayout {
  /// The size of the row's picture.
  public func pictureSize() -> PictureSize {
    place()
    let scale = PictureScale(environment.unit)
    let unit = Double(environment.unit.layoutUnits)
    return PictureSize(
      width: Double(row.width) / unit * scale.across, height: Double(row.height) / unit * scale.down)
  }

  /// Appends the row as a picture that stands alone: an `svg` element, in the colours of the environment's theme.
  ///
  /// Texts are text, each set to the width that was measured. The picture is labelled with what a screen reader says; it
  /// has no scripts and loads nothing.
  public mutating func appendSVG(to output: inout [UInt8], options: PictureOptions = PictureOptions()) {
    write(options, to: &output) { writer, picture in
      // Of an image, only the label is read; so it is none where something in it can be operated.
      writer.write(picture, role: picture.isOperable ? "group" : "img", label: picture.label)
    }
  }

  /// Appends the row as an item of an HTML list: an `li` element with its picture in it.
  ///
  /// The item is labelled with what a screen reader says; of its picture, only links, actions and controls are read.
  public mutating func appendHTML(to output: inout [UInt8], options: PictureOptions = PictureOptions()) {
    write(options, to: &output) { writer, picture in
      writer.markup.begin("li") { markup in
        if picture.isMirrored { markup.attribute("dir", "rtl") }
        let title = picture.frames.first { $0.slot == .title }
        if let language = title.flatMap(\.language) { markup.attribute("lang", language) }
        markup.attribute("aria-label", text: picture.label)
      }
      writer.write(picture, role: "presentation", label: nil)
      writer.markup.end("li")
    }
  }

  private mutating func write(
    _ options: PictureOptions, to output: inout [UInt8], _ body: (inout PictureWriter, RowPicture) -> Void
  ) {
    let line = environment.separator == .line ? rules.separatorHeight : 0
    let frames = frames()
    let hasTitle = frames.contains { $0.slot == .title }
    let picture = RowPicture(
      frames: frames, size: pictureSize(), href: hasTitle ? cell.href.flatMap { Link.href($0) } : nil,
      label: spokenLabel(),
      isSelected: isSelected, isMirrored: rules.direction == .rtl,
      separator: Double(line) / Double(environment.unit.layoutUnits))
    var writer = PictureWriter(environment, options)
    body(&writer, picture)
    output += writer.markup.bytes
  }
}

/// What a picture of a row shows.
struct RowPicture {
  var frames: [Frame]
  var size: PictureSize
  /// Where the title leads.
  var href: [UInt8]?
  var label: String
  var isSelected: Bool
  /// Whether the leading edge is the right one.
  var isMirrored: Bool
  /// The height of the line at the bottom, in the view's unit.
  var separator: Double
}

extension Frame {
  /// The language that the element's text implies.
  var language: StaticString? {
    lines.lazy.compactMap { ImpliedLanguage.tag(of: $0.text) }.first
  }
}
