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

  /// The Debian package with a font for a scalar; `nil` for scalars without a meaning of their own.
  static func name(covering scalar: UInt32) -> String? {
    switch scalar {
    case 0xE000...0xF8FF, 0xF0000...0x10FFFF: nil
    case 0x1100...0x11FF, 0x2E80...0x312F, 0x3130...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1AFF0...0x1B16F, 0x20000...0x3FFFF:
      "fonts-noto-cjk"
    case 0x1F000...0x1FBFF: "fonts-noto-color-emoji"
    default: "fonts-noto-core"
    }
  }
}
