/// Debian packages of font families that clients often ask for.
enum DebianPackage {
  private static let names = [
    "inter": "fonts-inter", "roboto": "fonts-roboto-unhinted", "noto sans": "fonts-noto-core",
    "noto serif": "fonts-noto-core", "dejavu sans": "fonts-dejavu-core", "noto sans cjk jp": "fonts-noto-cjk",
    "noto color emoji": "fonts-noto-color-emoji",
  ]

  /// The Debian package that installs `family`; `nil` if this table does not have the family. Case
  /// is ignored.
  static func name(of family: String) -> String? { names[family.lowercased()] }
}
