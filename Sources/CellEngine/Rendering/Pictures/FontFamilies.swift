/// Font families as CSS writes them.
enum FontFamilies {
  /// A CSS list of font families without duplicates. The last one is generic. Characters that could
  /// end a quoted name are removed.
  static func list(_ names: [String]) -> String {
    var known: Set<String> = [FontRequest.fixedFamily, "sans-serif"]
    let quoted = names.filter { known.insert($0).inserted }.map { name in
      if GenericFamily.isKeyword(name) { return name }
      let safe = name.unicodeScalars.filter { !"'\"\\".unicodeScalars.contains($0) && $0.value >= 0x20 }
      return "'\(String(String.UnicodeScalarView(safe)))'"
    }
    return (quoted + ["sans-serif"]).joined(separator: ", ")
  }
}
