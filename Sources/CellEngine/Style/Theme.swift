/// A colour of the sRGB space, without transparency.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  /// The colour that CSS writes as `#rrggbb`.
  public init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }
}

/// The colours of pictures, by meaning. A theme is added by one value, named in
/// ``Environment/Theme``.
public struct Theme: Hashable, Sendable {
  /// The semantic colours of texts and icons.
  public struct States: Hashable, Sendable {
    public var neutral: Color
    public var informative: Color
    public var positive: Color
    public var critical: Color
    public var negative: Color

    /// The colour of a state.
    public subscript(state: Status.State) -> Color {
      switch state {
      case .neutral: neutral
      case .informative: informative
      case .positive: positive
      case .critical: critical
      case .negative: negative
      }
    }
  }

  /// The backgrounds of the list, of a row, and of a selected row.
  public var page: Color
  public var background: Color
  public var selected: Color
  public var separator: Color
  public var text: Color
  public var secondary: Color
  public var disabled: Color
  /// Icons that are not buttons, and marks of navigation.
  public var icon: Color
  /// Elements that can be tapped, unread marks, and controls that are on. `onAccent` is the colour
  /// of text on them.
  public var accent: Color
  public var onAccent: Color
  /// The border of a control that is off.
  public var control: Color
  /// The ground of a tag, and the line around it.
  public var tag: Color
  public var tagBorder: Color
  /// The ground and the initials of an image.
  public var image: Color
  public var initials: Color
  /// The grounds of avatars that are too small for initials.
  public var accents: [Color]
  /// Stars that count, and those that do not.
  public var rated: Color
  public var unrated: Color
  public var states: States

  /// The colour of elements with `role`. A semantic state has its own colour, except in disabled
  /// elements.
  public func color(of role: StyleRole, _ state: Status.State?) -> Color {
    if role != .disabled, let state { return states[state] }
    return switch role {
    case .title, .key: text
    case .secondary, .body, .more, .number, .section: secondary
    case .tag: text
    case .icon, .accessory: icon
    case .image: initials
    case .rating: secondary
    case .control, .unread, .button: accent
    case .destructive: states.negative
    case .positive: states.positive
    case .disabled: disabled
    case .separator, .placeholder: separator
    }
  }
}

extension Theme {
  /// Morning Horizon, the light theme of Fiori.
  public static let light = Theme(
    page: Color(0xF5F6F7), background: Color(0xFFFFFF), selected: Color(0xEBF8FF), separator: Color(0xD9D9D9),
    text: Color(0x1D2D3E), secondary: Color(0x556B82), disabled: Color(0x77818B), icon: Color(0x758CA4),
    accent: Color(0x0064D9), onAccent: Color(0xFFFFFF), control: Color(0x556B81), tag: Color(0xEFF1F2),
    tagBorder: Color(0x758CA4),
    image: Color(0xEAECEE), initials: Color(0x556B82), accents: lightAccents, rated: Color(0xD27700),
    unrated: Color(0x758CA4),
    states: States(
      neutral: Color(0x1D2D3E), informative: Color(0x0064D9), positive: Color(0x256F3A),
      critical: Color(0xB44F00), negative: Color(0xAA0808)))

  /// Colours of Horizon that differ from each other, for avatars.
  private static let lightAccents = [
    Color(0x5B738B), Color(0x0064D9), Color(0x256F3A), Color(0xB44F00), Color(0x9B015D), Color(0x7800A4),
    Color(0x046C7A), Color(0xAA0808),
  ]
  private static let darkAccents = [
    Color(0xA9B4BE), Color(0x4DB1FF), Color(0x97DD40), Color(0xFFDF72), Color(0xFF5CB8), Color(0xFF8AF0),
    Color(0x2CE0BF), Color(0xFA6161),
  ]

  /// Evening Horizon, the dark theme of Fiori.
  public static let dark = Theme(
    page: Color(0x12171C), background: Color(0x1D232A), selected: Color(0x002B4D), separator: Color(0x2E3742),
    text: Color(0xEAECEE), secondary: Color(0x8396A8), disabled: Color(0x989CA0), icon: Color(0xA9B4BE),
    accent: Color(0x4DB1FF), onAccent: Color(0x1D232A), control: Color(0xA9B4BE), tag: Color(0x242E38),
    tagBorder: Color(0x8396A8),
    image: Color(0x45617C), initials: Color(0xD5DADD), accents: darkAccents, rated: Color(0xFFDF72),
    unrated: Color(0xA9B4BE),
    states: States(
      neutral: Color(0xEAECEE), informative: Color(0x4DB1FF), positive: Color(0x97DD40),
      critical: Color(0xFFDF72), negative: Color(0xFA6161)))

  /// High Contrast White of Horizon. The ground of selected rows is lighter than in SAP's theme, so
  /// that states are readable on it.
  public static let highContrastLight = Theme(
    page: Color(0xFFFFFF), background: Color(0xFFFFFF), selected: Color(0xD6E4FF), separator: Color(0x767676),
    text: Color(0x000000), secondary: Color(0x000000), disabled: Color(0x888888), icon: Color(0x000000),
    accent: Color(0x000000), onAccent: Color(0xFFFFFF), control: Color(0x000000), tag: Color(0xFFFFFF),
    tagBorder: Color(0x000000), image: Color(0x000000), initials: Color(0xFFFFFF),
    accents: [Color(0x000000), Color(0x585858)], rated: Color(0x000000), unrated: Color(0x585858),
    states: States(
      neutral: Color(0x000000), informative: Color(0x000000), positive: Color(0x006362),
      critical: Color(0x5C5C00), negative: Color(0xAB0000)))

  /// High Contrast Black of Horizon. The ground of selected rows is darker than in SAP's theme, so
  /// that states are readable on it.
  public static let highContrastDark = Theme(
    page: Color(0x000000), background: Color(0x000000), selected: Color(0x00264D), separator: Color(0x767676),
    text: Color(0xFFFFFF), secondary: Color(0xFFFFFF), disabled: Color(0x666666), icon: Color(0xFFFFFF),
    accent: Color(0xFFFFFF), onAccent: Color(0x000000), control: Color(0xFFFFFF), tag: Color(0x000000),
    tagBorder: Color(0xFFFFFF), image: Color(0xFFFFFF), initials: Color(0x000000),
    accents: [Color(0xFFFFFF), Color(0x999999)], rated: Color(0xFFFFFF), unrated: Color(0x999999),
    states: States(
      neutral: Color(0xFFFFFF), informative: Color(0xFFFFFF), positive: Color(0x99CC99),
      critical: Color(0xFFAB1D), negative: Color(0xFF5E5E)))
}
