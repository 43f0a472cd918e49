/// The generic font families of CSS: for each of them some installed font is taken, whatever its
/// name.
public enum GenericFamily {
  private static let names: Set<String> = [
    "sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  /// Whether `family` is the keyword of a generic family; capitals make no difference.
  public static func isKeyword(_ family: String) -> Bool { names.contains(family.lowercased()) }
}
