/// Appends elements that are well-formed XML and mean the same in HTML. No text can become markup.
///
/// A page can set colours by CSS variables. For example, `--sapList_TextColor` has the fallback
/// `#1d2d3e` in the light theme.
package struct Markup {
  /// How colours are written as attributes.
  package enum Paint: Sendable {
    /// Attributes have variables. Only browsers read the markup.
    case html
    /// Attributes have values, because some programs do not know variables, such as librsvg.
    /// Elements have the classes of their colours, for which ``Stylesheet`` sets the variables.
    /// Variables in the `style` of each element make pictures 27 % larger, classes 8 %.
    case svg
  }

  package private(set) var bytes: [UInt8]
  package let paint: Paint
  /// The colours of the open tag, for its `class`.
  private var fill: Color?
  private var stroke: Color?
  /// The bytes that were searched for JSON escapes, and the number of escapes found.
  private var counted = 0
  private var escapes = 0

  /// Makes markup whose colours are written for `paint`.
  package init(_ paint: Paint, appendingTo bytes: consuming [UInt8] = []) {
    self.bytes = bytes
    self.paint = paint
  }

  /// Opens an element with the attributes that `attributes` appends.
  package mutating func begin(_ name: StaticString, _ attributes: (inout Markup) -> Void = { _ in }) {
    append("<")
    append(name)
    attributes(&self)
    appendClass()
    append(">")
  }

  /// Closes an element.
  package mutating func end(_ name: StaticString) {
    append("</")
    append(name)
    append(">")
  }

  /// Appends an SVG element without content, and a line feed.
  mutating func shape(_ name: StaticString, _ attributes: (inout Markup) -> Void) {
    append("<")
    append(name)
    attributes(&self)
    appendClass()
    append("/>\n")
  }

  /// Appends text, escaped.
  package mutating func text(_ text: String) { append(escaping: text.utf8) }

  /// Appends bytes that are markup already.
  package mutating func markup(_ bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

  /// Appends a line feed between elements.
  package mutating func lineFeed() { append("\n") }

  // MARK: Limits

  /// Whether the markup has more than `limit` bytes as a JSON string.
  mutating func exceeds(_ limit: Int) -> Bool {
    // The bytes that JSON escapes are quotes, backslashes and line feeds. Each escape has two
    // bytes.
    guard bytes.count > limit / 2 else { return false }
    for byte in bytes[counted...] where byte == 0x22 || byte == 0x5C || byte == 0x0A { escapes += 1 }
    counted = bytes.count
    return bytes.count + escapes > limit
  }

  /// Removes the bytes after the first `count`. Do not call ``exceeds(_:)`` afterwards.
  mutating func removeAll(behind count: Int) { bytes.removeLast(bytes.count - count) }

  // MARK: Attributes

  /// Appends an attribute whose value needs no escape.
  package mutating func attribute(_ name: StaticString, _ value: StaticString) {
    attribute(name) { $0.append(value) }
  }

  /// Appends an attribute whose value is escaped.
  package mutating func attribute(_ name: StaticString, text value: some Collection<UInt8>) {
    attribute(name) { $0.append(escaping: value) }
  }

  /// Appends an attribute whose value is escaped.
  package mutating func attribute(_ name: StaticString, text value: String) {
    attribute(name, text: value.utf8)
  }

  /// Appends an attribute with a number, rounded to hundredths.
  package mutating func attribute(_ name: StaticString, _ value: Double) {
    attribute(name) { $0.number(value) }
  }

  /// Appends the attribute `fill`.
  package mutating func fill(_ color: Color) {
    if paint == .svg, color.token != nil { fill = color }
    paint("fill", color)
  }

  /// Appends the colour of a line, and its width if it is not that of the `svg` element.
  mutating func stroke(_ color: Color, _ width: Double? = nil) {
    if paint == .svg, color.token != nil { stroke = color }
    paint("stroke", color)
    if let width { attribute("stroke-width", width) }
  }

  private mutating func paint(_ name: StaticString, _ color: Color) {
    attribute(name) { [paint] markup in
      if paint == .svg { markup.value(of: color) } else { markup.color(color) }
    }
  }

  /// Appends the `class` of a tag with colours.
  private mutating func appendClass() {
    guard fill != nil || stroke != nil else { return }
    append(" class=\"")
    if let token = fill?.token {
      append(Stylesheet.fill)
      append(token.role)
      if stroke != nil { append(" ") }
    }
    if let token = stroke?.token {
      append(Stylesheet.stroke)
      append(token.role)
    }
    append("\"")
    fill = nil
    stroke = nil
  }

  /// Appends an attribute. `value` appends its value.
  package mutating func attribute(_ name: StaticString, _ value: (inout Markup) -> Void) {
    append(" ")
    append(name)
    append("=\"")
    value(&self)
    append("\"")
  }

  // MARK: Parts of values

  /// Appends text that needs no escape.
  package mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: text.bytes)
  }

  /// Appends a number, rounded to hundredths.
  package mutating func number(_ value: Double) {
    let hundredths = Int(max(-1e12, min(value * 100, 1e12)).rounded())
    if hundredths < 0 { append("-") }
    bytes.append(contentsOf: String(hundredths.magnitude / 100).utf8)
    let rest = Int(hundredths.magnitude % 100)
    guard rest > 0 else { return }
    append(".")
    bytes.append(UInt8(ascii: "0") + UInt8(rest / 10))
    if rest % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }

  /// Appends a colour in the syntax of CSS: `var(--name,#rrggbb)`.
  package mutating func color(_ color: Color) {
    guard let token = color.token else { return value(of: color) }
    append("var(--")
    append(token.definition.name)
    append(",")
    value(of: color)
    append(")")
  }

  /// Appends `#rrggbb`.
  private mutating func value(of color: Color) {
    append("#")
    for part in [color.red, color.green, color.blue] {
      bytes.append(Self.digits[Int(part >> 4)])
      bytes.append(Self.digits[Int(part & 15)])
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
  private static let replacement = Array("\u{FFFD}".utf8)

  /// Appends UTF-8 with character references for the characters of markup. XML and HTML forbid
  /// control characters and noncharacters: they become spaces or U+FFFD.
  private mutating func append(escaping text: some Collection<UInt8>) {
    // The last three bytes. The lowest byte is the last one.
    var previous: UInt32 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "'"): append("&#39;")
      case 0x09, 0x0A, 0x0D: append(" ")
      case ..<0x20, 0x7F: bytes.append(contentsOf: Self.replacement)
      case 0x80...0x9F where previous & 0xFF == 0xC2: replaceLast(1)
      // U+FDD0…FDEF.
      case 0x90...0xAF where previous & 0xFFFF == 0xEFB7: replaceLast(2)
      // U+FFFE and U+FFFF, and the last two code points of every other plane.
      case 0xBE...0xBF where previous & 0xFFFF == 0xEFBF: replaceLast(2)
      case 0xBE...0xBF where previous & 0xF0_0FFF == 0xF0_0FBF: replaceLast(3)
      default: bytes.append(byte)
      }
      previous = previous << 8 & 0xFF_FFFF | UInt32(byte)
    }
  }

  /// Replaces the first bytes of a forbidden scalar, and the byte that completes it, with U+FFFD.
  private mutating func replaceLast(_ count: Int) {
    bytes.removeLast(count)
    bytes.append(contentsOf: Self.replacement)
  }
}
