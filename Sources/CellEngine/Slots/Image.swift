/// The detail image, in a square, with initials if the cell has them.
enum DetailImage {
  // MARK: Needs

  /// The edge of the cell's image, within the limits of the profile.
  static func edge(_ view: borrowing CellView) -> Int32 {
    let lengths = view.lengths
    if lengths.isColumns { return lengths.image }
    if view.cell.kind == .contact { return lengths.contactImage }
    if view.cell.picture.showsPerson, let own = lengths.personImage { return own }
    return askedEdge(view, from: lengths.smallestImage, to: lengths.largestImage) ?? lengths.image
  }

  /// The edge of the image in an object header, within the limits of the profile.
  static func headerEdge(_ view: borrowing CellView) -> Int32 {
    let lengths = view.lengths
    guard !lengths.isColumns else { return lengths.headerImage }
    return askedEdge(view, from: lengths.smallestHeaderImage, to: lengths.largestHeaderImage)
      ?? lengths.headerImage
  }

  /// The edge of the image in an empty state, within the limits of the profile.
  static func messageEdge(_ view: borrowing CellView) -> Int32 {
    let lengths = view.lengths
    guard !lengths.isColumns else { return lengths.messageImage }
    return askedEdge(view, from: lengths.smallestMessageImage, to: lengths.largestMessageImage)
      ?? lengths.messageImage
  }

  private static func askedEdge(
    _ view: borrowing CellView, from smallest: Int32, to largest: Int32
  ) -> Int32? {
    guard let size = view.cell.imageSize else { return nil }
    let dp = view.lengths.dp
    return Lengths.units(max(Double(smallest) * dp, min(size, Double(largest) * dp)))
  }

  /// The height of an image with this edge. In columns, it is one line.
  static func height(ofEdge edge: Int32, _ view: borrowing CellView) -> Int32 {
    view.lengths.isColumns ? view.lengths.line : edge
  }

  // MARK: Placing

  /// Places the image with its initials.
  @inline(never)
  static func place(
    x: Int32, y: Int32, edge: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    place(view.cell.initials, avatar: nil, x: x, y: y, edge: edge, view, into: &content)
  }

  /// Places the image of the cell or an avatar.
  static func place(
    _ initials: Int32?, avatar: Int32?, x: Int32, y: Int32, edge: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    var piece: TextPiece?
    var advance: Int32 = 0
    if let initials, avatar == nil || view.lengths.showsAvatarInitials {
      let prefix = view.prefix(of: initials, width: view.lengths.initials, into: &content.texts)
      (piece, advance) = (prefix.piece, prefix.advance)
    }
    content.place(
      .image(avatar: avatar, initials: piece), x: x &+ view.markInset(advance, in: edge), y: y,
      advance: advance,
      in: PlacedElement(
        slot: avatar == nil ? .image : .avatars, role: view.role(.image), x: x, y: y, width: edge,
        height: height(ofEdge: edge, view)))
  }

  // MARK: Words

  /// Appends the label of the image, or the words of the avatars in its place.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    if view.avatarsReplaceImage { return AvatarWords.append(view, to: &parts) }
    if let label = view.cell.imageLabel { parts.append(words: label) }
  }

  static func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    if view.avatarsReplaceImage { return }
    if let initials = view.cell.initials, view.advance(of: initials) > view.lengths.initials {
      notes.insert(.initials)
    }
  }

  /// Notes an image that avatars replace, or whose size or shape is not the one that the cell asks
  /// for.
  static func noteSize(_ view: borrowing CellView, in notes: inout Diagnostics) {
    guard !view.avatarsReplaceImage else {
      if view.cell.hasImage { notes.insert(.replacedImage) }
      return
    }
    if isAlwaysRound(view), view.cell.picture.shape == .square { notes.insert(.personShape) }
    guard let size = view.cell.imageSize else { return }
    let image = view.style.profile.image
    let header = view.style.profile.header
    if view.isHeader {
      if view.style.hasWideHeader {
        if size != header.image { notes.insert(.wideHeaderImageSize) }
      } else if size < header.smallestCompactImage || size > header.largestCompactImage {
        notes.insert(.headerImageSize)
      }
    } else if view.cell.kind == .empty {
      let message = view.style.profile.listParts.emptyState
      if size < message.smallestImage || size > message.largestImage { notes.insert(.messageImageSize) }
    } else if view.cell.kind == .contact {
      if size != image.contact { notes.insert(.contactSize) }
    } else if view.cell.picture.showsPerson, let own = image.person {
      if size != own { notes.insert(.personSize) }
    } else if size < image.smallest || size > image.largest {
      notes.insert(.imageSize)
    }
  }

  /// Whether the image shows a person, and the profile draws all persons round.
  static func isAlwaysRound(_ view: borrowing CellView) -> Bool {
    view.style.profile.image.person != nil
      && (view.cell.picture.showsPerson || view.cell.kind == .contact)
  }
}
