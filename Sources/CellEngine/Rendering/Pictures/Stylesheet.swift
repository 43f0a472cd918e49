/// The style sheet of SVG pictures. It sets the colours of their classes by CSS variables.
///
/// The class `c-text` sets `fill` by `--sapList_TextColor`, and `l-text` sets `stroke`. Without the
/// variable, `revert-layer` leaves the value of the attribute. So one sheet serves all themes.
public enum Stylesheet {
  static let fill: StaticString = "c-"
  static let stroke: StaticString = "l-"

  /// The rules of all classes.
  public static let all = text(of: Set(classes.keys))

  /// The rules of the classes that a picture has.
  static func rules(for picture: [UInt8]) -> String { text(of: names(in: picture)) }

  /// The rule of each class.
  private static let classes: [String: String] = ColorToken.allCases.reduce(into: [:]) { rules, token in
    for (prefix, property) in [(fill, "fill"), (stroke, "stroke")] {
      let name = prefix.description + token.role.description
      rules[name] = ".\(name){\(property):var(--\(token.name),revert-layer)}"
    }
  }

  private static func text(of names: Set<String>) -> String {
    names.sorted().compactMap { classes[$0] }.joined()
  }

  /// The classes in markup. Quotes in texts are escaped, so they cannot look like an attribute.
  private static func names(in markup: [UInt8]) -> Set<String> {
    let attribute = Array(#" class=""#.utf8)
    var names: Set<String> = []
    var rest = markup[...]
    while let start = rest.firstRange(of: attribute)?.upperBound {
      let value = rest[start...].prefix { $0 != UInt8(ascii: "\"") }
      for name in value.split(separator: UInt8(ascii: " ")) {
        names.insert(String(decoding: name, as: UTF8.self))
      }
      rest = rest[value.endIndex...]
    }
    return names
  }
}
