extension Profile.TextStyle {
  init(_ scale: Scale, _ name: String, _ size: Double, _ lineHeight: Double, weight: Int = 400) {
    self.scale = scale
    self.name = name
    self.size = size
    self.lineHeight = lineHeight
    self.weight = weight
  }

  static let bodyLarge = Profile.TextStyle(.material, "bodyLarge", 16, 24)
  static let bodyMedium = Profile.TextStyle(.material, "bodyMedium", 14, 20)
  static let bodySmall = Profile.TextStyle(.material, "bodySmall", 12, 16)
  static let labelLarge = Profile.TextStyle(.material, "labelLarge", 14, 20, weight: 500)
  static let titleSmall = Profile.TextStyle(.material, "titleSmall", 14, 20, weight: 500)
  static let titleLarge = Profile.TextStyle(.material, "titleLarge", 22, 28)

  static let headline = Profile.TextStyle(.dynamicType, "headline", 17, 22, weight: 600)
  static let body = Profile.TextStyle(.dynamicType, "body", 17, 22)
  static let subheadline = Profile.TextStyle(.dynamicType, "subheadline", 15, 20)
  static let footnote = Profile.TextStyle(.dynamicType, "footnote", 13, 18)
  static let title3 = Profile.TextStyle(.dynamicType, "title3", 20, 25)
  /// The title2 of the system, in bold.
  static let kpi = Profile.TextStyle(.dynamicType, "title2", 22, 28, weight: 700)
}

extension Profile.TextStyles {
  /// The style of the texts of `role`.
  public subscript(role: FontRole) -> Profile.TextStyle {
    switch role {
    case .title: title
    case .subtitle: subtitle
    case .footnote: footnote
    case .description: description
    case .status: status
    case .tag: tag
    case .label: label
    case .action: action
    case .headerTitle: headerTitle
    case .kpi: kpi
    case .key: key
    case .value: value
    case .section: section
    }
  }
}

extension Profile.TextStyle {
  /// The document that has the style.
  public var source: String {
    switch scale {
    case .material: "Material 3, type scale"
    case .dynamicType: "SAP/cloud-sdk-ios-fiori, FioriTextStyle; line heights: iOS, Dynamic Type (Large)"
    }
  }
}

extension FontRole {
  /// The name of the case, as in `profile.get`.
  public var name: String {
    switch self {
    case .title: "title"
    case .subtitle: "subtitle"
    case .footnote: "footnote"
    case .description: "description"
    case .status: "status"
    case .tag: "tag"
    case .label: "label"
    case .action: "action"
    case .headerTitle: "headerTitle"
    case .kpi: "kpi"
    case .key: "key"
    case .value: "value"
    case .section: "section"
    }
  }
}
