extension ColorToken {
  /// The name of a colour in the system that a profile is for.
  public struct SystemName: Sendable {
    public var name: String
    public var source: String
  }

  /// The source of ``name``, and of the values if no difference is named.
  public static let source = "SAP/theming-base-content, sap_horizon and its variants"

  /// The name in the system of a profile; `nil` if the system has no such role. All profiles draw
  /// the values of SAP's theme.
  public func systemName(in profile: Profile) -> SystemName? {
    switch profile.texts.title.scale {
    case .dynamicType:
      nameOnIOS.map { SystemName(name: $0, source: "SAP/cloud-sdk-ios-fiori, ColorStyle") }
    case .material: nameInMaterial.map { SystemName(name: $0, source: "Material 3, color roles") }
    }
  }

  private var nameOnIOS: String? {
    switch self {
    case .page: "secondaryBackground"
    case .background: "primaryBackground"
    case .separator: "separator"
    case .text: "primaryLabel"
    case .secondary: "secondaryLabel"
    case .disabled: "quaternaryLabel"
    case .icon: "tertiaryLabel"
    case .accent: "tintColor"
    case .onAccent: "base1"
    case .positive: "positiveLabel"
    case .critical: "criticalLabel"
    case .negative: "negativeLabel"
    default: nil
    }
  }

  private var nameInMaterial: String? {
    switch self {
    case .page: "surfaceContainer"
    case .background: "surface"
    case .selected: "secondaryContainer"
    case .separator: "outlineVariant"
    case .text: "onSurface"
    case .secondary, .icon, .control: "onSurfaceVariant"
    case .accent: "primary"
    case .onAccent: "onPrimary"
    case .tagBorder: "outline"
    case .image: "primaryContainer"
    case .initials: "onPrimaryContainer"
    case .negative: "error"
    default: nil
    }
  }
}
