/// The generic families of CSS, in whose place fontconfig always has an installed one.
enum GenericFamily {
  static let names: Set<String> = [
    "sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]
}
