/// Spells content with characters in a terminal.
enum TerminalSpelling {
  /// Writes the content of a line. Texts and tags are written inline, because nearly all of a row
  /// consists of them.
  @inline(__always)
  static func write(
    _ line: UnsafePointer<PlacedLine>, of row: borrowing Row, to cursor: inout ByteCursor
  ) {
    // A cursor stays in registers if its address is not taken. So functions that are not inlined
    // return the next cursor.
    switch line.pointee.content {
    case .text(let piece): write(piece, of: row, to: &cursor)
    case .tag(let piece?, hasBrackets: true):
      cursor.append(row.view.glyphs.word(of: .tagOpen))
      write(piece, of: row, to: &cursor)
      cursor.append(row.view.glyphs.word(of: .tagClose))
    default: cursor = writing(line, of: row, to: cursor)
    }
  }

  /// Writes content that is not a text. Returns the cursor at its end.
  @inline(never)
  private static func writing(
    _ line: UnsafePointer<PlacedLine>, of row: borrowing Row, to start: ByteCursor
  ) -> ByteCursor {
    var cursor = start
    switch line.pointee.content {
    case .nothing: break
    case .text(let piece): write(piece, of: row, to: &cursor)
    case .tag(let piece, let hasBrackets):
      if hasBrackets { write(.tagOpen, of: row, to: &cursor) }
      if let piece { write(piece, of: row, to: &cursor) }
      if hasBrackets { write(.tagClose, of: row, to: &cursor) }
    case .image(_, let initials): if let initials { write(initials, of: row, to: &cursor) }
    case .icon(let index): cursor.append(row.view.glyphs.iconBytes(at: Int(index)))
    case .status(let icon, let text): write(icon, text, of: row, to: &cursor)
    case .control(let control, let isOn): write(control.glyph(isOn: isOn), of: row, to: &cursor)
    case .unread: write(Glyph.unread, of: row, to: &cursor)
    case .accessory(let mark):
      write(mark.glyph(isMirrored: row.style.direction == .rtl), of: row, to: &cursor)
    case .button(_, let face, let hasCheck): write(face, hasCheck: hasCheck, of: row, to: &cursor)
    case .menu: write(.menu, of: row, to: &cursor)
    case .check: write(.toggleMark, of: row, to: &cursor)
    case .download(_, let download): write(download, of: row, to: &cursor)
    case .stars, .score: if let rating = row.content.rating { write(rating, of: row, to: &cursor) }
    case .more(let count):
      write(.plus, of: row, to: &cursor)
      cursor.append(decimal: count)
    case .count(let count):
      if row.lengths.isColumns { write(.parenthesisOpen, of: row, to: &cursor) }
      cursor.append(decimal: count)
      if row.lengths.isColumns { write(.parenthesisClose, of: row, to: &cursor) }
    case .placeholder(let columns): for _ in 0..<columns { write(.shade, of: row, to: &cursor) }
    case .series(let place, let count):
      guard let series = row.content.series else { break }
      SeriesSpelling.write(series, row: Int(place), of: Int(count), row.view.glyphs, to: &cursor)
    case .pages(let shown, let count):
      for place in 0..<count {
        if place > 0 { write(.space, of: row, to: &cursor) }
        let page = row.content.isMirrored ? count - 1 - place : place
        write(page == shown ? .pageShown : .pageHidden, of: row, to: &cursor)
      }
    }
    return cursor
  }

  // MARK: Content

  /// Writes an icon and a text, in the mirrored order if the row is mirrored.
  private static func write(
    _ icon: PlacedIcon, _ text: TextPiece?, of row: borrowing Row, to cursor: inout ByteCursor
  ) {
    guard let text else { return write(icon, of: row, to: &cursor) }
    let isWide =
      switch icon {
      case .named(let index): row.view.glyphs.iconAdvance(at: Int(index)) > 0
      case .text(let piece): row.content.texts[piece.line].advance > 0
      }
    if row.view.mirrorsLines, isWide {
      write(text, of: row, to: &cursor)
      write(.space, of: row, to: &cursor)
      write(icon, of: row, to: &cursor)
    } else {
      write(icon, of: row, to: &cursor)
      if isWide { write(.space, of: row, to: &cursor) }
      write(text, of: row, to: &cursor)
    }
  }

  /// Writes a button: a title between borders, or an icon, or both, with a check mark.
  private static func write(
    _ face: ButtonFace, hasCheck: Bool, of row: borrowing Row, to cursor: inout ByteCursor
  ) {
    let hasTitle = if case .icon = face { false } else { true }
    let isMirrored = row.view.mirrorsLines
    if hasTitle { write(.buttonOpen, of: row, to: &cursor) }
    if hasCheck, !isMirrored { write(.toggleMark, of: row, to: &cursor) }
    switch face {
    case .title(let piece): if let piece { write(piece, of: row, to: &cursor) }
    case .both(let icon, let piece): write(icon, piece, of: row, to: &cursor)
    case .icon(let icon): if let icon { write(icon, of: row, to: &cursor) }
    }
    if hasCheck, isMirrored { write(.trailingToggleMark, of: row, to: &cursor) }
    if hasTitle { write(.buttonClose, of: row, to: &cursor) }
  }

  private static func write(_ download: Download, of row: borrowing Row, to cursor: inout ByteCursor) {
    switch download {
    case .ready: write(.downloadReady, of: row, to: &cursor)
    case .running(let percent):
      cursor.append(decimal: percent)
      write(.percent, of: row, to: &cursor)
    case .done: write(.downloadDone, of: row, to: &cursor)
    }
  }

  private static func write(_ rating: ShownRating, of row: borrowing Row, to cursor: inout ByteCursor) {
    if rating.hasStars {
      let (full, hasHalf) = rating.value
      for _ in 0..<full { write(.star, of: row, to: &cursor) }
      if hasHalf { write(.halfStar, of: row, to: &cursor) }
      for _ in 0..<rating.emptyStars { write(.emptyStar, of: row, to: &cursor) }
    } else {
      write(rating.number, to: &cursor)
    }
    write(rating.spacedVotes, to: &cursor)
  }

  private static func write(_ digits: String, to cursor: inout ByteCursor) {
    var digits = digits
    digits.withUTF8 { cursor.append($0) }
  }

  private static func write(_ icon: PlacedIcon, of row: borrowing Row, to cursor: inout ByteCursor) {
    switch icon {
    case .named(let index): cursor.append(row.view.glyphs.iconBytes(at: Int(index)))
    case .text(let piece): write(piece, of: row, to: &cursor)
    }
  }

  private static func write(_ glyph: Glyph, of row: borrowing Row, to cursor: inout ByteCursor) {
    cursor.append(row.view.glyphs.word(of: glyph))
  }

  // MARK: Texts

  /// Writes a text line with its ellipsis or hyphen.
  @inline(__always)
  private static func write(_ piece: TextPiece, of row: borrowing Row, to cursor: inout ByteCursor) {
    let line = UnsafePointer(row.content.texts.lines.storage + Int(piece.line))
    let start = row.view.cell.fields[Int(piece.field)].start
    guard line.pointee.isPlain else {
      cursor = writing(piece, of: row, to: cursor)
      return
    }
    cursor = cursor.appending(
      start + Int(line.pointee.start), count: Int(line.pointee.end &- line.pointee.start),
      in: row.view.cell.memory)
    // Most lines have no ellipsis. Writing 8 bytes and advancing by 0 is cheaper than a branch.
    cursor.append(row.view.measures.ellipsisWord, count: Int(line.pointee.ellipsisByteCount))
  }

  /// Writes a line that is more than a part of a text and a short ellipsis. Returns the cursor at
  /// its end.
  @inline(never)
  private static func writing(_ piece: TextPiece, of row: borrowing Row, to start: ByteCursor) -> ByteCursor {
    var cursor = start
    var bytes: [UInt8] = []
    row.content.append(piece, row.view, to: &bytes)
    bytes.withUnsafeBufferPointer { cursor.append($0) }
    return cursor
  }

  /// The text of one line.
  static func string(of line: PlacedLine, in row: borrowing Row) -> String {
    let bound = byteBound(of: line.content, in: row)
    var bytes: [UInt8] = []
    bytes.append(atMost: bound) { room in
      guard let start = room.baseAddress else { return 0 }
      var cursor = ByteCursor(start, capacity: room.count)
      withUnsafePointer(to: line) { write($0, of: row, to: &cursor) }
      return cursor.count(from: start)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Bounds

  /// A bound on the bytes of the marks of a line, with the slack of copies. Such marks are a
  /// rating, a page control or a button.
  private static let markBytes = 128
  /// The bytes of a column of a bar that is a placeholder, in two lines.
  private static let shadeBytes = 8
  /// A record of fewer bytes is not searched for the bytes that are shown.
  private static let shortRecord = 8192

  /// A bound on the bytes of the content of a row. The row shows no byte of its record twice.
  static func byteBound(of row: borrowing Row) -> Int {
    let texts = row.content.texts.count
    let added =
      texts &* TextLine.mostAddedBytes &+ row.content.lines.count &* markBytes
      &+ seriesBound(of: row) &* Int(row.lengths.series)
      &+ (row.view.cell.kind == .skeleton ? Int(row.width) &* shadeBytes : 0)
    let record = row.view.cell.memory.upperBound - row.view.cell.memory.lowerBound
    guard record > shortRecord else { return record &+ added }
    return row.content.texts.lines.indices.reduce(added) {
      $0 &+ row.content.texts.lines[$1].shownBytes
    }
  }

  /// A bound on the bytes of one line.
  static func byteBound(of placed: PlacedContent, in row: borrowing Row) -> Int {
    var bound = markBytes
    switch placed {
    case .status(let icon, let text), .button(_, face: .both(let icon, let text), _):
      if case .text(let piece) = icon { bound += byteBound(of: piece, in: row) }
      if let text { bound += byteBound(of: text, in: row) }
    case .placeholder(let columns): bound += Int(columns) * shadeBytes
    case .series: bound += seriesBound(of: row)
    default:
      if let piece = placed.wholeText ?? placed.textBesideShapes { bound += byteBound(of: piece, in: row) }
    }
    return bound
  }

  /// A bound on the bytes of one line of the series.
  private static func seriesBound(of row: borrowing Row) -> Int {
    (row.content.series?.levels.count ?? 0) * SeriesSpelling.levelBytes
  }

  private static func byteBound(of piece: TextPiece, in row: borrowing Row) -> Int {
    row.content.texts[piece.line].shownBytes + TextLine.mostAddedBytes
  }
}
