import CellEngine

/// The generic families of CSS, in whose place fontconfig always has an installed one.
enum GenericFamily {
  static let names: Set<String> = [
    "sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]
}

extension FontFault {
  /// The Debian packages of families that are often asked for.
  private static let packages = [
    "inter": "fonts-inter", "roboto": "fonts-roboto-unhinted", "noto sans": "fonts-noto-core",
    "noto serif": "fonts-noto-core", "dejavu sans": "fonts-dejavu-core", "noto sans cjk jp": "fonts-noto-cjk",
    "noto color emoji": "fonts-noto-color-emoji",
  ]

  /// A family is not here, or no font is.
  static func missing(_ family: String, hasFonts: Bool) -> FontFault {
    guard hasFonts else {
      return FontFault(
        "no fonts are installed, and points are measured with fonts: on Debian, `apt-get install fonts-inter "
          + "fonts-noto-core` brings some; without any, the family `fixed` has letters of half their size")
    }
    let cure = packages[family.lowercased()].map { "on Debian, `apt-get install \($0)` brings it" }
    return FontFault(
      "the font family `\(family)` is not installed: \(cure ?? "install it, or name another"); "
        + "`fc-list : family` lists those that are")
  }
}
