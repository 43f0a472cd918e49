/// Images and avatars.
extension PictureWriter {
  /// Writes the ground of an image, and on it the image itself if the picture can embed it.
  /// - Returns: whether the image is there, and initials would hide it.
  mutating func writeImage(_ part: Frame.Part, isRound: Bool, source: String?) -> Bool {
    let radius = isRound ? part.width / 2 : min(8, part.width / 5)
    markup.shape("rect") { [theme] markup in
      markup.rectangle(part)
      markup.attribute("rx", radius)
      markup.attribute("fill", theme.image)
      // A border sets it off against an image that it overlaps.
      markup.stroke(theme.background, 1)
    }
    guard let href = source.flatMap(EmbeddedImage.href) else { return false }
    // Half of the border is inside.
    let inset = 0.5
    writeClip(part, inset: inset, radius: radius)
    markup.shape("image") { markup in
      markup.rectangle(part, inset: inset)
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

  /// Writes the form that an image is cut to.
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
  /// The name of the form of an image: its lengths. So rows of one document may have forms of the same name: they are the
  /// same.
  fileprivate mutating func clipName(_ part: Frame.Part, radius: Double) {
    append("clip")
    for length in [part.x, part.y, part.width, part.height, radius] {
      append("-")
      number(length)
    }
  }
}
