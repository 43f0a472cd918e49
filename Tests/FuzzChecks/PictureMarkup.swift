import CellEngine

/// A strict XML parser for the markup of pictures. It knows all elements and attributes that
/// celld writes.
struct PictureMarkup {
  /// The elements of pictures, each with its attributes.
  private static let attributes: [String: Set<String>] = [
    "svg": [
      "xmlns", "width", "height", "viewBox", "role", "aria-label", "direction", "font-family", "aria-level",
      "fill", "class", "font-size", "stroke-width", "stroke-linecap", "stroke-linejoin",
    ],
    "g": [
      "aria-hidden", "data-slot", "data-role", "data-action", "role", "transform", "aria-label",
      "aria-pressed",
      "aria-checked",
      "aria-disabled",
    ],
    "a": ["href"],
    "text": [
      "x", "y", "font-size", "font-weight", "font-family", "fill", "direction", "xml:lang", "xml:space",
      "textLength",
      "lengthAdjust", "text-anchor", "class",
    ],
    "rect": ["x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width", "opacity", "class"],
    "circle": [
      "cx", "cy", "r", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "transform",
      "class",
    ],
    "path": [
      "transform", "d", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "class",
    ],
    "polygon": ["points", "fill", "stroke", "stroke-width", "opacity", "class"],
    "clipPath": ["id"],
    "image": ["x", "y", "width", "height", "preserveAspectRatio", "clip-path", "href", "opacity"],
    "li": ["dir", "lang", "aria-label", "aria-busy"],
  ]
  private static let references = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].map { Array($0.utf8) }

  private let bytes: [UInt8]
  private let theme: ThemeColors
  /// Whether colours are variables in attributes, and have no classes.
  private let isHTML: Bool
  private var index = 0
  /// The contents of the `text` elements, in order.
  private(set) var texts: [String] = []
  /// The targets of links.
  private(set) var links: [String] = []
  /// The contents of images.
  private(set) var images: [String] = []
  /// The values of `aria-label`.
  private(set) var labels: [String] = []

  /// Parses one element, which must fill `bytes`, and whose colours must be tokens of `theme`.
  /// - Throws: `BrokenInvariant` if the element is invalid, or has parts that celld does not write.
  init(_ bytes: [UInt8], _ theme: CellEngine.Environment.Theme) throws(BrokenInvariant) {
    self.bytes = bytes
    self.theme = theme.colors
    isHTML = bytes.starts(with: "<li".utf8)
    try require(String(validating: bytes, as: UTF8.self) != nil, "a picture is no UTF-8")
    try element()
    try require(index == bytes.count, "something stands behind the picture")
  }

  private mutating func element() throws(BrokenInvariant) {
    try expect("<")
    let name = try self.name()
    guard let allowed = Self.attributes[name] else { throw fault("an element \(name)") }
    var known: Set<String> = []
    var paint: [String: String] = [:]
    while take(" ") {
      let attribute = try self.name()
      try require(allowed.contains(attribute), "an attribute \(attribute) of \(name)")
      try require(known.insert(attribute).inserted, "two attributes \(attribute)")
      try expect("=\"")
      let value = try characters(upTo: UInt8(ascii: "\""))
      try expect("\"")
      if attribute == "href" {
        if name == "image" { images.append(value) } else { links.append(value) }
      }
      if attribute == "aria-label" { labels.append(value) }
      if ["fill", "stroke", "class"].contains(attribute) { paint[attribute] = value }
    }
    try check(paint)
    if take("/>") { return }
    try expect(">")
    while !take("</") {
      if index < bytes.count, bytes[index] == UInt8(ascii: "<") {
        try element()
        continue
      }
      let text = try characters(upTo: UInt8(ascii: "<"))
      if name == "text" {
        texts.append(text)
      } else {
        try require(text.allSatisfy { $0 == "\n" }, "text in \(name)")
      }
    }
    try require(try self.name() == name, "an element \(name) that is not closed")
    try expect(">")
  }

  /// Colours are tokens of the theme: in HTML variables, in SVG values with classes.
  private func check(_ paint: [String: String]) throws(BrokenInvariant) {
    var classes: [String] = []
    for (name, prefix) in [("fill", "c-"), ("stroke", "l-")] {
      guard let value = paint[name], value != "none" else { continue }
      let written = paint["class"]?.split(separator: " ") ?? []
      let token = ColorToken.allCases.first { token in
        let color = theme[token].hexadecimal
        if isHTML { return value == "var(--\(token.name),\(color))" }
        return value == color && written.contains { $0 == "\(prefix)\(token.role)" }
      }
      guard let token else { throw fault("a colour that is not a token: \(paint)") }
      classes.append("\(prefix)\(token.role)")
    }
    let expected = isHTML || classes.isEmpty ? nil : classes.joined(separator: " ")
    try require(paint["class"] == expected, "classes of other things than colours: \(paint)")
  }

  private mutating func name() throws(BrokenInvariant) -> String {
    let start = index
    while index < bytes.count, !" =/>\"".utf8.contains(bytes[index]) { index += 1 }
    try require(index > start, "a name is missing")
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Returns the characters before `end`, with references resolved.
  private mutating func characters(upTo end: UInt8) throws(BrokenInvariant) -> String {
    var read: [UInt8] = []
    while index < bytes.count, bytes[index] != end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        guard let reference = Self.references.first(where: { bytes[index...].starts(with: $0) }) else {
          throw fault("an ampersand that is no reference")
        }
        read.append(byte)
        index += reference.count
        continue
      }
      try require(byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">"), "an angle bracket in a text")
      try require(byte >= 0x20 && byte != 0x7F || byte == 0x0A, "a control character \(byte)")
      read.append(byte)
      index += 1
    }
    let text = String(decoding: read, as: UTF8.self)
    try require(
      !text.unicodeScalars.contains {
        (0x80...0x9F).contains($0.value) || (0xFDD0...0xFDEF).contains($0.value)
          || $0.value & 0xFFFE == 0xFFFE
      },
      "a character that XML or HTML does not admit")
    return text
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let matches = text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if matches { index += text.utf8CodeUnitCount }
    return matches
  }

  private mutating func expect(_ text: StaticString) throws(BrokenInvariant) {
    if !take(text) { throw fault("no \(text)") }
  }

  private func fault(_ what: String) -> BrokenInvariant {
    let near = String(decoding: bytes[max(0, index - 40)..<min(bytes.count, index + 40)], as: UTF8.self)
    return BrokenInvariant(description: "\(what) at \(index): \(near)")
  }
}
