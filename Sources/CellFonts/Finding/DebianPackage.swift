/// The Debian packages of families that are often asked for.
enum DebianPackage {
  private static let names = [
    "inter": "fonts-inter", "roboto": "fonts-roboto-unhinted", "noto sans": "fonts-noto-core",
    "noto serif": "fonts-noto-core", "dejavu sans": "fonts-dejavu-core", "noto sans cjk jp": "fonts-noto-cjk",
    "noto color emoji": "fonts-noto-color-emoji",
  ]

  /// The package that brings `family`; `nil` where that is not known.
  static func name(of family: String) -> String? { names[family.lowercased()] }
}
