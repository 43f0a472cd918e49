/// Reads values out of JSON that is valid and has no white space, as records keep `data`.
///
/// A list has the data of a million cells. To build a tree of each takes ten times as long as to
/// skip what a path does not name.
struct CompactJSON {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Calls `body` with the values at a path.
  ///
  /// A name in an array is looked for in all of its elements. Null and objects are not values, and
  /// an array is its elements.
  @inline(__always)
  func forEachValue(at path: UnsafeBufferPointer<JSONPath.Step>, _ body: (FieldValue) -> Void) {
    guard !bytes.isEmpty else { return }
    // Most paths are names of members, each in the one before.
    var (start, depth) = (0, 0)
    while bytes[start] == UInt8(ascii: "{") {
      guard depth < path.count, let value = member(path[depth], ofObjectAt: start) else { return }
      start = value
      depth &+= 1
    }
    if bytes[start] == UInt8(ascii: "[") {
      visit(start, UnsafeBufferPointer(rebasing: path[depth...]), body)
    } else if depth == path.count, let value = scalar(start) {
      body(value)
    }
  }

  /// Calls `body` with all values, also those in objects in objects.
  func forEachValue(_ body: (FieldValue) -> Void) {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
        index += 1
      default:
        let end = end(ofValueAt: index)
        // A name is followed by its value.
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
          index = end + 1
        } else {
          scalar(index).map(body)
          index = end
        }
      }
    }
  }

  @inline(never)
  private func visit(
    _ start: Int, _ path: UnsafeBufferPointer<JSONPath.Step>, _ body: (FieldValue) -> Void
  ) {
    let rest = UnsafeBufferPointer(rebasing: path.dropFirst())
    switch bytes[start] {
    case UInt8(ascii: "{"):
      guard let step = path.first else { return }
      if let value = member(step, ofObjectAt: start) { visit(value, rest, body) }
    case UInt8(ascii: "["):
      let index = path.first?.index
      var number = 0
      forEachElement(ofArrayAt: start) { element in
        if let index {
          if number == index { visit(element, rest, body) }
        } else {
          visit(element, path, body)
        }
        number += 1
      }
    default:
      if path.isEmpty { scalar(start).map(body) }
    }
  }

  private func scalar(_ start: Int) -> FieldValue? {
    switch bytes[start] {
    case UInt8(ascii: "\""): return text(start)
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return nil
    default: return number(start).map { .number($0) }
    }
  }

  /// The number at `start`.
  private func number(_ start: Int) -> Double? {
    // Most are whole, and short enough for an exact sum.
    var index = start
    var whole = 0
    while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
      whole = whole &* 10 &+ Int(digit)
      index &+= 1
    }
    if index &- start <= 15, index > start, index == bytes.count || Self.ends(bytes[index]) {
      return Double(whole)
    }
    return DecimalNumber.value(of: UnsafeBufferPointer(rebasing: bytes[start..<end(ofValueAt: start)]))
  }

  private func text(_ start: Int) -> FieldValue {
    let content = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(end(ofStringAt: start) - 1)])
    return content.contains(UInt8(ascii: "\\")) ? .escaped(content) : .text(content)
  }

  /// The position of the value of a member.
  private func member(_ step: JSONPath.Step, ofObjectAt start: Int) -> Int? {
    let name = step.name
    var index = start &+ 1
    while bytes[index] != UInt8(ascii: "}") {
      if bytes[index] == UInt8(ascii: ",") { index &+= 1 }
      // The quotation mark before the name, the name, another mark, and a colon.
      var end = index &+ 1
      if !step.hasEscapes {
        var common = 0
        while common < name.count, bytes[end] == name[common] {
          end &+= 1
          common &+= 1
        }
        if common == name.count, bytes[end] == UInt8(ascii: "\"") { return end &+ 2 }
      }
      end = self.end(ofStringAt: index)
      let content = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<(end - 1)])
      if isEscaped(name, content) { return end &+ 1 }
      index = self.end(ofValueAt: end &+ 1)
    }
    return nil
  }

  /// Whether a name is written with escapes.
  private func isEscaped(_ name: UnsafeBufferPointer<UInt8>, _ content: UnsafeBufferPointer<UInt8>) -> Bool {
    guard content.count > name.count, content.contains(UInt8(ascii: "\\")) else { return false }
    return name.elementsEqual(JSONString.unescaped(content))
  }

  private func forEachElement(ofArrayAt start: Int, _ body: (Int) -> Void) {
    var index = start + 1
    while bytes[index] != UInt8(ascii: "]") {
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
      body(index)
      index = end(ofValueAt: index)
    }
  }

  /// The position after the value at `start`.
  private func end(ofValueAt start: Int) -> Int {
    var index = start
    switch bytes[index] {
    case UInt8(ascii: "\""): return end(ofStringAt: index)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var depth = 0
      repeat {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""): index = end(ofStringAt: index) - 1
        default: break
        }
        index += 1
      } while depth > 0
      return index
    default:
      while index < bytes.count, !Self.ends(bytes[index]) { index += 1 }
      return index
    }
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// The position after the string at `start`.
  private func end(ofStringAt start: Int) -> Int {
    var index = start + 1
    while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return index + 1
  }
}

/// A path to values of a JSON text: names of members, or indices of elements.
final class JSONPath: @unchecked Sendable {
  /// A step. Its bytes belong to the path.
  struct Step {
    let name: UnsafeBufferPointer<UInt8>
    /// Whether the name is longer in JSON.
    let hasEscapes: Bool
    let index: Int?
  }

  /// They don't change.
  let steps: UnsafeBufferPointer<Step>

  init(_ names: [String]) {
    let memory = UnsafeMutableBufferPointer<Step>.allocate(capacity: names.count)
    for (index, name) in names.enumerated() {
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
      _ = bytes.initialize(from: name.utf8)
      memory.initializeElement(
        at: index,
        to: Step(
          name: UnsafeBufferPointer(bytes),
          hasEscapes: bytes.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") },
          index: Int(name)))
    }
    steps = UnsafeBufferPointer(memory)
  }

  deinit {
    for step in steps { step.name.deallocate() }
    steps.deallocate()
  }
}
