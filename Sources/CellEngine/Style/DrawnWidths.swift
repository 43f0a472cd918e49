/// The widths of marks and named icons that are drawn as shapes, whatever fonts there are.
struct DrawnWidths {
  /// The factor from points of the profile.
  private let scale: Double
  /// The edge of a named icon.
  private let icon: Double
  private let ornaments: ProfileOrnaments

  /// The widths of a view in points; `nil` if marks are characters.
  init?(_ style: Style) {
    guard style.unit == .point else { return nil }
    scale = style.fontScale
    icon = style.profile.distances.iconColumn
    ornaments = style.profile.ornaments
  }

  /// The width of a named icon, in layout units. A narrow drawing has half of the room, so that the
  /// text next to it is as close as to others.
  func width(of entry: IconTable.Entry) -> Int32 {
    Lengths.units(entry.isNarrow ? icon * scale / 2 : icon * scale)
  }

  /// The width of a mark, in layout units; `nil` if it consists of letters.
  func width(of glyph: Glyph) -> Int32? {
    guard !glyph.isLetter else { return nil }
    let points: Double =
      switch glyph {
      case .unread: ornaments.unread
      case .bar1, .bar2, .bar3, .bar4, .bar5, .bar6, .bar7, .bar8, .hangingBar1, .hangingBar4:
        ornaments.bar
      case .chevron, .mirroredChevron: ornaments.chevron
      case .buttonOpen, .buttonClose: ornaments.buttonInset
      case .toggleMark: ornaments.check
      case .pageShown, .pageHidden: ornaments.dot
      case .star, .halfStar, .emptyStar: ornaments.star
      default: ornaments.mark
      }
    return Lengths.units(points * scale)
  }
}

extension Glyph {
  /// Whether it is set in a font in points, too: a sign of writing, and no mark.
  var isLetter: Bool {
    switch self {
    case .half, .percent, .tagOpen, .tagClose, .space, .plus, .slash, .parenthesisOpen, .parenthesisClose,
      .line:
      true
    default: false
    }
  }
}

extension IconTable.Entry {
  /// Whether the drawing has less than half of its square, as an exclamation mark does.
  fileprivate var isNarrow: Bool { name.bytes.elementsEqual("priority".utf8) }
}
