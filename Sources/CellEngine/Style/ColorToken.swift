/// A colour of pictures, by its meaning. Each has a name of SAP's theming parameters, and a value
/// in each theme.
///
/// A colour is added by a case and its definition. Pictures, `profile.get` and tests use these
/// definitions only.
public enum ColorToken: UInt8, CaseIterable, Sendable {
  /// The ground of the list, of a row, and of a selected row.
  case page, background, selected
  case separator, text, secondary, disabled
  /// Icons that are not buttons, and marks of navigation.
  case icon
  /// Elements that can be tapped, unread marks, and controls that are on. `onAccent` is the colour
  /// of text on them.
  case accent, onAccent
  /// The border of a control that is off.
  case control
  /// The ground of a tag, and the line around it.
  case tag, tagBorder
  /// The ground and the initials of an image.
  case image, initials
  /// Stars that count, and those that do not.
  case rated, unrated
  case neutral, informative, positive, critical, negative
  /// The grounds of avatars that are too small for initials.
  case accent1, accent2, accent3, accent4, accent5, accent6, accent7, accent8, accent9, accent10

  /// The number of grounds of avatars.
  static let accents = 10

  /// The ground of an avatar, by any number that is not negative.
  static func accent(_ number: Int) -> ColorToken {
    ColorToken(rawValue: accent1.rawValue + UInt8(number % accents)) ?? .accent1
  }

  /// The colour of a state.
  init(_ state: Status.State) {
    switch state {
    case .neutral: self = .neutral
    case .informative: self = .informative
    case .positive: self = .positive
    case .critical: self = .critical
    case .negative: self = .negative
    }
  }
}

extension ColorToken {
  /// A name and the values in the themes, as CSS writes them: `0xRRGGBB`.
  struct Definition {
    /// The name of SAP's theming parameter, which is also that of the CSS variable.
    var name: StaticString
    var light: UInt32
    var dark: UInt32
    var highContrastLight: UInt32
    var highContrastDark: UInt32

    init(
      _ name: StaticString, _ light: UInt32, _ dark: UInt32, _ highContrastLight: UInt32,
      _ highContrastDark: UInt32
    ) {
      self.name = name
      self.light = light
      self.dark = dark
      self.highContrastLight = highContrastLight
      self.highContrastDark = highContrastDark
    }

    /// The value in a theme.
    subscript(theme: Environment.Theme) -> UInt32 {
      switch theme {
      case .light: light
      case .dark: dark
      case .highContrastLight: highContrastLight
      case .highContrastDark: highContrastDark
      }
    }
  }

  /// The only table of colours: Morning Horizon, Evening Horizon, High Contrast White and High
  /// Contrast Black. ``difference(in:)`` names the values that are not SAP's.
  var definition: Definition {
    switch self {
    case .page: Definition("sapBackgroundColor", 0xF5F6F7, 0x12171C, 0xFFFFFF, 0x000000)
    case .background: Definition("sapList_Background", 0xFFFFFF, 0x1D232A, 0xFFFFFF, 0x000000)
    case .selected:
      Definition("sapList_SelectionBackgroundColor", 0xEBF8FF, 0x1D2D3E, 0xD6E4FF, 0x00264D)
    case .separator: Definition("sapList_BorderColor", 0xE5E5E5, 0x2E3742, 0x585858, 0x999999)
    case .text: Definition("sapList_TextColor", 0x1D2D3E, 0xEAECEE, 0x000000, 0xFFFFFF)
    case .secondary: Definition("sapContent_LabelColor", 0x556B82, 0x8396A8, 0x000000, 0xFFFFFF)
    case .disabled: Definition("sapContent_DisabledTextColor", 0x77818B, 0x989CA0, 0x888888, 0x666666)
    case .icon:
      Definition("sapContent_NonInteractiveIconColor", 0x758CA4, 0xA9B4BE, 0x000000, 0xFFFFFF)
    case .accent: Definition("sapButton_TextColor", 0x0064D9, 0x4DB1FF, 0x000000, 0xFFFFFF)
    case .onAccent: Definition("sapContent_BadgeTextColor", 0xFFFFFF, 0x1D232A, 0xFFFFFF, 0x000000)
    case .control: Definition("sapField_BorderColor", 0x556B81, 0xA9B4BE, 0x000000, 0xFFFFFF)
    case .tag: Definition("sapNeutralBackground", 0xEFF1F2, 0x242E38, 0xFFFFFF, 0x000000)
    case .tagBorder: Definition("sapNeutralBorderColor", 0x788FA6, 0xA9B4BE, 0x000000, 0xFFFFFF)
    case .image: Definition("sapAvatar_10_Background", 0xEAECEE, 0x45617C, 0x000000, 0xFFFFFF)
    case .initials: Definition("sapAvatar_10_TextColor", 0x556B82, 0xD5DADD, 0xFFFFFF, 0x000000)
    case .rated: Definition("sapContent_RatedColor", 0xD27700, 0xFFDF72, 0x000000, 0xFFFFFF)
    case .unrated: Definition("sapContent_UnratedColor", 0x758CA4, 0xA9B4BE, 0x585858, 0x999999)
    case .neutral: Definition("sapNeutralTextColor", 0x1D2D3E, 0xEAECEE, 0x000000, 0xFFFFFF)
    case .informative: Definition("sapInformativeTextColor", 0x0064D9, 0x4DB1FF, 0x000000, 0xFFFFFF)
    case .positive: Definition("sapPositiveTextColor", 0x256F3A, 0x97DD40, 0x006362, 0x99CC99)
    case .critical: Definition("sapCriticalTextColor", 0xB44F00, 0xFFDF72, 0x5C5C00, 0xFFAB1D)
    case .negative: Definition("sapNegativeTextColor", 0xAA0808, 0xFA6161, 0xAB0000, 0xFF5E5E)
    case .accent1: Definition("sapAccentColor1", 0xD27700, 0xFFDF72, 0x5F5800, 0xFFC847)
    case .accent2: Definition("sapAccentColor2", 0xAA0808, 0xFF8CB2, 0x5E4101, 0xED884A)
    case .accent3: Definition("sapAccentColor3", 0xBA066C, 0xFECBDA, 0x973333, 0xDB9292)
    case .accent4: Definition("sapAccentColor4", 0xA100C2, 0xFFAFED, 0x961D7C, 0xE269C9)
    case .accent5: Definition("sapAccentColor5", 0x5D36FF, 0xD3B6FF, 0x365892, 0x8CA7D5)
    case .accent6: Definition("sapAccentColor6", 0x0057D2, 0xA6E0FF, 0x004CCB, 0x6BD3FF)
    case .accent7: Definition("sapAccentColor7", 0x046C7A, 0x64EDD2, 0x105B5B, 0x7FC6C6)
    case .accent8: Definition("sapAccentColor8", 0x256F3A, 0xBDE986, 0x26340B, 0xB2E484)
    case .accent9: Definition("sapAccentColor9", 0x6C32A9, 0xB995E0, 0x6C32A9, 0xB995E0)
    case .accent10: Definition("sapAccentColor10", 0x5B738B, 0xD5DADD, 0x4A5964, 0xB0BCC5)
    }
  }
}

extension ColorToken {
  /// The name of SAP's theming parameter. The CSS variable has two hyphens before it.
  public var name: String { definition.name.description }

  /// The name of the case, as in `profile.get` and in the classes of SVG pictures.
  public var role: StaticString {
    switch self {
    case .page: "page"
    case .background: "background"
    case .selected: "selected"
    case .separator: "separator"
    case .text: "text"
    case .secondary: "secondary"
    case .disabled: "disabled"
    case .icon: "icon"
    case .accent: "accent"
    case .onAccent: "onAccent"
    case .control: "control"
    case .tag: "tag"
    case .tagBorder: "tagBorder"
    case .image: "image"
    case .initials: "initials"
    case .rated: "rated"
    case .unrated: "unrated"
    case .neutral: "neutral"
    case .informative: "informative"
    case .positive: "positive"
    case .critical: "critical"
    case .negative: "negative"
    case .accent1: "accent1"
    case .accent2: "accent2"
    case .accent3: "accent3"
    case .accent4: "accent4"
    case .accent5: "accent5"
    case .accent6: "accent6"
    case .accent7: "accent7"
    case .accent8: "accent8"
    case .accent9: "accent9"
    case .accent10: "accent10"
    }
  }

  /// The use of the colour.
  public var use: String {
    switch self {
    case .page: "the page that has the list"
    case .background: "the ground of a row, of a menu and of a preview"
    case .selected: "the ground of a selected row"
    case .separator: "lines between rows and items, and the ring of a download"
    case .text: "titles, keys, tags and items of menus"
    case .secondary: "texts other than titles"
    case .disabled: "all elements of a disabled cell, and disabled actions"
    case .icon: "icons that are not buttons, and chevrons"
    case .accent: "actions, unread marks, and controls that are on"
    case .onAccent: "texts and icons on a coloured ground"
    case .control: "the border of a control that is off"
    case .tag: "the ground of a tag"
    case .tagBorder: "the border of a tag"
    case .image: "the ground of an image"
    case .initials: "initials"
    case .rated: "stars that count"
    case .unrated: "stars that do not count, and the dots of other pages"
    case .neutral, .informative, .critical: "texts and icons of this state"
    case .positive: "texts and icons of this state, and actions with this role"
    case .negative: "texts and icons of this state, and destructive actions"
    case .accent1, .accent2, .accent3, .accent4, .accent5, .accent6, .accent7, .accent8, .accent9, .accent10:
      "the ground of an avatar that is too small for initials"
    }
  }

  /// Why the value in a theme is not the one of SAP's theme; `nil` if it is.
  public func difference(in theme: Environment.Theme) -> String? {
    switch (self, theme) {
    case (.disabled, .light): "rgba(29,45,62,0.6) in the theme, mixed with the ground of a row"
    case (.disabled, .dark): "rgba(234,236,238,0.6) in the theme, mixed with the ground of a row"
    case (.selected, .highContrastLight):
      "#5c93ff in the theme; lighter, so that texts of all states have a contrast of 4.5"
    case (.selected, .highContrastDark):
      "#0f5c93 in the theme; darker, so that texts of all states have a contrast of 4.5"
    case (.image, .highContrastLight), (.initials, .highContrastDark):
      "#ffffff or #000000 in the theme, with a border; exchanged, because images have no border"
    case (.image, .highContrastDark), (.initials, .highContrastLight):
      "#000000 or #ffffff in the theme, with a border; exchanged, because images have no border"
    default: nil
    }
  }
}
