/// Writes images and avatars.
extension PictureWriter {
  /// Writes the background of an image, and the image itself if the picture can contain it.
  ///
  /// - Returns: whether the image was written. Initials would hide it.
  mutating func writeImage(
    _ part: Frame.Part, isRound: Bool, source: String?, accent: Int?, overlaps: Bool
  ) -> Bool {
    let radius = isRound ? part.width / 2 : min(8, part.width / 5)
    if overlaps, imageOpacity < 1 {
      // The image below it must not shine through.
      markup.shape("rect") { [ground] markup in
        markup.rectangle(part)
        markup.attribute("rx", radius)
        markup.fill(ground)
      }
    }
    let color = accent.map { theme[ColorToken.accent($0)] } ?? theme.image
    markup.shape("rect") { [ground, imageOpacity] markup in
      markup.rectangle(part)
      markup.attribute("rx", radius)
      markup.fill(color)
      if imageOpacity < 1 { markup.attribute("opacity", imageOpacity) }
      // The border separates it from an image that it overlaps.
      if overlaps { markup.stroke(ground, 1) }
    }
    guard let href = source.flatMap(EmbeddedImage.href) else { return false }
    // Half of the border is inside the background.
    let inset = overlaps ? 0.5 : 0
    writeClip(part, inset: inset, radius: radius)
    markup.shape("image") { [imageOpacity] markup in
      markup.rectangle(part, inset: inset)
      if imageOpacity < 1 { markup.attribute("opacity", imageOpacity) }
      markup.attribute("preserveAspectRatio", "xMidYMid slice")
      markup.attribute("clip-path") { markup in
        markup.append("url(#")
        markup.clipName(part, radius: radius)
        markup.append(")")
      }
      markup.attribute("href", text: href)
    }
    return true
  }

  /// Writes the clip path of an image.
  private mutating func writeClip(_ part: Frame.Part, inset: Double, radius: Double) {
    markup.begin("clipPath") { markup in
      markup.attribute("id") { $0.clipName(part, radius: radius) }
    }
    markup.shape("rect") { markup in
      markup.rectangle(part, inset: inset)
      markup.attribute("rx", max(0, radius - inset))
    }
    markup.end("clipPath")
    markup.lineFeed()
  }
}

extension Markup {
  /// Appends the id of an image's clip path, which consists of its lengths. Rows of one document
  /// can repeat an id, because equal ids have equal paths.
  fileprivate mutating func clipName(_ part: Frame.Part, radius: Double) {
    append("clip")
    for length in [part.x, part.y, part.width, part.height, radius] {
      append("-")
      number(length)
    }
  }
}

extension ThemeColors {
  /// The colour of initials on a dimmed image: that of disabled texts, or, if this is too close to
  /// the dimmed ground, that of initials.
  var dimmedInitials: Color {
    let opacity = PictureWriter.disabledOpacity
    func distance(_ part: KeyPath<Color, UInt8>) -> Double {
      let ground = Double(image[keyPath: part]) * opacity + Double(background[keyPath: part]) * (1 - opacity)
      return abs(ground - Double(disabled[keyPath: part]))
    }
    return distance(\.red) + distance(\.green) + distance(\.blue) < 192 ? initials : disabled
  }
}
