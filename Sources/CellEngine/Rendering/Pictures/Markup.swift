/// Appends elements that are well-formed XML, and the same to a parser of HTML. Whatever texts hold, it stays text.
struct Markup {
  private(set) var bytes: [UInt8]

  /// Markup that goes on behind `bytes`.
  init(appendingTo bytes: consuming [UInt8] = []) { self.bytes = bytes }

  /// Opens an element with the attributes that `attributes` appends.
  mutating func begin(_ name: StaticString, _ attributes: (inout Markup) -> Void = { _ in }) {
    append("<")
    append(name)
    attributes(&self)
    append(">")
  }

  /// Closes an element.
  mutating func end(_ name: StaticString) {
    append("</")
    append(name)
    append(">")
  }

  /// Appends an element of SVG without content, on a line of its own.
  mutating func shape(_ name: StaticString, _ attributes: (inout Markup) -> Void) {
    append("<")
    append(name)
    attributes(&self)
    append("/>\n")
  }

  /// Appends text.
  mutating func text(_ text: String) { append(escaping: text.utf8) }

  /// Appends markup that is one already.
  mutating func markup(_ bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

  /// Ends a line between elements.
  mutating func lineFeed() { append("\n") }

  // MARK: Attributes

  /// Appends an attribute whose value needs no escape.
  mutating func attribute(_ name: StaticString, _ value: StaticString) {
    attribute(name) { $0.append(value) }
  }

  /// Appends an attribute with any value.
  mutating func attribute(_ name: StaticString, text value: some Collection<UInt8>) {
    attribute(name) { $0.append(escaping: value) }
  }

  /// Appends an attribute with any value.
  mutating func attribute(_ name: StaticString, text value: String) { attribute(name, text: value.utf8) }

  /// Appends a number, to hundredths.
  mutating func attribute(_ name: StaticString, _ value: Double) {
    attribute(name) { $0.number(value) }
  }

  /// Appends a colour.
  mutating func attribute(_ name: StaticString, _ color: Color) {
    attribute(name) { $0.color(color) }
  }

  /// Appends an attribute whose value `value` appends.
  mutating func attribute(_ name: StaticString, _ value: (inout Markup) -> Void) {
    append(" ")
    append(name)
    append("=\"")
    value(&self)
    append("\"")
  }

  // MARK: Pieces of values

  /// Appends what needs no escape.
  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: text.bytes)
  }

  /// Appends a number, to hundredths.
  mutating func number(_ value: Double) {
    let hundredths = Int(max(-1e12, min(value * 100, 1e12)).rounded())
    if hundredths < 0 { append("-") }
    bytes.append(contentsOf: String(hundredths.magnitude / 100).utf8)
    let rest = Int(hundredths.magnitude % 100)
    guard rest > 0 else { return }
    append(".")
    bytes.append(UInt8(ascii: "0") + UInt8(rest / 10))
    if rest % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }

  /// Appends a colour as CSS writes it.
  mutating func color(_ color: Color) {
    append("#")
    for part in [color.red, color.green, color.blue] {
      bytes.append(Self.digits[Int(part >> 4)])
      bytes.append(Self.digits[Int(part & 15)])
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
  private static let replacement = Array("\u{FFFD}".utf8)

  /// Appends UTF-8 with references in place of what would be markup. What XML or HTML does not admit (control characters,
  /// and code points that are no characters) becomes spaces or replacement characters.
  private mutating func append(escaping text: some Collection<UInt8>) {
    // The three bytes before, the last of them lowest.
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
      // U+FFFE and U+FFFF, and the last two of every other plane.
      case 0xBE...0xBF where previous & 0xFFFF == 0xEFBF: replaceLast(2)
      case 0xBE...0xBF where previous & 0xF0_0FFF == 0xF0_0FBF: replaceLast(3)
      default: bytes.append(byte)
      }
      previous = previous << 8 & 0xFF_FFFF | UInt32(byte)
    }
  }

  /// Puts a replacement character in place of the bytes of one that goes on.
  private mutating func replaceLast(_ count: Int) {
    bytes.removeLast(count)
    bytes.append(contentsOf: Self.replacement)
  }
}
