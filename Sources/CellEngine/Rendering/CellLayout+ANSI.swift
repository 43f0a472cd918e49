extension CellLayout {
  /// Appends the row as lines of text with SGR colours (ECMA-48) and OSC 8 links, each closed on its line.
  ///
  /// - Parameters:
  ///   - pads: whether every line is filled with spaces to the width of the view.
  public mutating func appendANSI(to output: inout [UInt8], pads: Bool = false) {
    writeLines(pads: pads) { element, line, layout in
      let link = element.slot == .title ? layout.cell.href : nil
      if let link { layout.written.append(link: link) }
      let style = Self.style(of: element)
      if let style { layout.written.append(sgr: style) }
      layout.writePieces(of: line)
      if style != nil { layout.written.append(sgr: "0") }
      if link != nil { layout.written.append(contentsOf: ("\u{1B}]8;;\u{1B}\\" as StaticString).bytes) }
    }
    flush(to: &output)
  }

  /// The SGR parameters of an element: its semantic state wins over its role, except where it is disabled.
  private static func style(of element: PlacedElement) -> StaticString? {
    if element.role != .disabled, let state = element.state {
      switch state {
      case .neutral: return nil
      case .informative: return "34"
      case .positive: return "32"
      case .critical: return "33"
      case .negative: return "31"
      }
    }
    switch element.role {
    case .title: return "1"
    case .secondary, .disabled, .more, .separator: return "2"
    case .body, .control, .number, .icon: return nil
    case .image: return "7"
    case .tag: return "36"
    case .rating: return "33"
    case .unread: return "1;34"
    case .button, .accessory: return "34"
    }
  }
}

extension Scratch<UInt8> {
  fileprivate mutating func append(sgr parameters: StaticString) {
    append(0x1B)
    append(UInt8(ascii: "["))
    append(contentsOf: parameters.bytes)
    append(UInt8(ascii: "m"))
  }

  /// Opens an OSC 8 link; what may not stand in its URI is percent-encoded.
  fileprivate mutating func append(link: UnsafeBufferPointer<UInt8>) {
    append(contentsOf: ("\u{1B}]8;;" as StaticString).bytes)
    let digits = ("0123456789ABCDEF" as StaticString).bytes
    for byte in link {
      if byte > 0x20, byte < 0x7F {
        append(byte)
      } else {
        append(UInt8(ascii: "%"))
        append(digits[Int(byte >> 4)])
        append(digits[Int(byte & 15)])
      }
    }
    append(contentsOf: ("\u{1B}\\" as StaticString).bytes)
  }
}
