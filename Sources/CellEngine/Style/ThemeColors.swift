/// A colour of the sRGB space, without transparency.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// The token that the colour is the value of; `nil` if it belongs to no theme.
  public var token: ColorToken?

  /// The colour as CSS writes it: `#rrggbb`.
  public var hexadecimal: String {
    let digits = String(Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The colour that CSS writes as `#rrggbb`.
  init(_ hex: UInt32, _ token: ColorToken? = nil) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
    self.token = token
  }
}

/// The colours of pictures in one theme, by meaning: the values of the ``ColorToken``s.
public struct ThemeColors: Hashable, Sendable {
  /// The semantic colours of texts and icons.
  public struct States: Hashable, Sendable {
    fileprivate var theme: ThemeColors

    public var positive: Color { theme[.positive] }
    public var negative: Color { theme[.negative] }

    /// The colour of a state.
    public subscript(state: Status.State) -> Color { theme[ColorToken(state)] }
  }

  /// The name of the theme.
  public let name: Environment.Theme

  /// The colours of a theme.
  init(_ name: Environment.Theme) { self.name = name }

  /// The colour of a token.
  public subscript(token: ColorToken) -> Color { Color(token.definition[name], token) }

  public var page: Color { self[.page] }
  public var background: Color { self[.background] }
  public var selected: Color { self[.selected] }
  public var separator: Color { self[.separator] }
  public var text: Color { self[.text] }
  public var secondary: Color { self[.secondary] }
  public var disabled: Color { self[.disabled] }
  public var icon: Color { self[.icon] }
  public var accent: Color { self[.accent] }
  public var onAccent: Color { self[.onAccent] }
  public var control: Color { self[.control] }
  public var tag: Color { self[.tag] }
  public var tagBorder: Color { self[.tagBorder] }
  public var image: Color { self[.image] }
  public var initials: Color { self[.initials] }
  public var rated: Color { self[.rated] }
  public var unrated: Color { self[.unrated] }
  public var states: States { States(theme: self) }

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

extension ThemeColors {
  /// Morning Horizon, the light theme of Fiori.
  public static let light = ThemeColors(.light)
  /// Evening Horizon, the dark theme of Fiori.
  public static let dark = ThemeColors(.dark)
}

extension Environment.Theme {
  /// Its colours.
  public var colors: ThemeColors { ThemeColors(self) }
}
