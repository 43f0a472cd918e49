/// Strict reading of single values. What does not fit throws invalidParams with a path that begins at the node.
extension JSONNode {
  /// Any text, also an empty one.
  func readText() throws(RPCError) -> String {
    guard let text = string else { throw .wrongType(at: "", expected: "a text", found: self) }
    return text
  }

  /// The name of something: 1–256 bytes without control characters; an integer is taken as its decimal text.
  public func readName() throws(RPCError) -> String {
    try checkName()
    return integerText ?? string ?? ""
  }

  /// Throws where `readName` does, and makes no string.
  func checkName() throws(RPCError) {
    let isInteger = isInteger
    guard let utf8 = isInteger ? raw : utf8 else {
      throw .wrongType(at: "", expected: "a text or an integer", found: self)
    }
    guard (1...256).contains(utf8.count) else {
      throw .invalidParams("A name has 1 to 256 bytes, and here are \(utf8.count).", path: "")
    }
    if !isInteger, let place = utf8.firstControl {
      throw .invalidParams("A name has no control characters, and here is one at byte \(place).", path: "")
    }
  }

  /// An integer as its decimal text.
  var integerText: String? {
    guard isInteger else { return nil }
    return rawText == "-0" ? "0" : rawText
  }

  /// True or false.
  func readBool() throws(RPCError) -> Bool {
    guard let bool else { throw .wrongType(at: "", expected: "true or false", found: self) }
    return bool
  }

  /// A whole number of the range.
  func readInteger(in range: ClosedRange<Int>) throws(RPCError) -> Int {
    guard let value = int64, range.contains(Int(value)) else {
      let bounds =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw .wrongType(at: "", expected: "a whole number \(bounds)", found: self)
    }
    return Int(value)
  }

  /// A number of the range.
  func readNumber(in range: ClosedRange<Double>) throws(RPCError) -> Double {
    guard let value = double, range.contains(value) else {
      let lower = JSONNumber.token(range.lowerBound)
      let bounds =
        range.upperBound < .infinity
        ? " from \(lower) to \(JSONNumber.token(range.upperBound))"
        : range.lowerBound > -.infinity ? " of at least \(lower)" : ""
      throw .wrongType(at: "", expected: "a number\(bounds)", found: self)
    }
    // Zero has one sign, so that equal numbers have equal bytes.
    return value == 0 ? 0 : value
  }

  /// One of these texts.
  func readChoice(of names: [String]) throws(RPCError) -> String {
    guard let utf8 else {
      throw .wrongType(at: "", expected: "one of \(names.joined(separator: ", "))", found: self)
    }
    for name in names where name.utf8.count == utf8.count && name.utf8.elementsEqual(utf8) { return name }
    throw .unknownValue(string ?? "", at: "", known: names)
  }

  /// The elements of an array, each given to `body`.
  func readElements(
    atMost: Int? = nil, _ body: (JSONNode) throws(RPCError) -> Void
  ) throws(RPCError) {
    guard kind == .array else { throw .wrongType(at: "", expected: "an array", found: self) }
    var index = 0
    for element in elements {
      if let atMost, index == atMost {
        throw .invalidParams("This is one more than the \(atMost) that may stand here.", path: "/\(index)")
      }
      do { try body(element) } catch { throw error.inside("/\(index)") }
      index += 1
    }
  }

  /// The members of an object, each given to `body` with its place in `names`. Other names throw, and so do required
  /// ones that are not there. Null is as absent, and passed over, unless `nulls`.
  func readMembers(
    _ names: NameTable, nulls: Bool = false, _ body: (Int, JSONNode) throws(RPCError) -> Void
  ) throws(RPCError) {
    guard kind == .object else { throw .wrongType(at: "", expected: "an object", found: self) }
    var missing = names.required
    for member in members {
      guard let name = member.name.utf8, let place = names.place(of: name) else {
        throw .unknownMember(member.name.string ?? "", at: "", known: names.names)
      }
      if member.value.isNull && !nulls { continue }
      do { try body(place, member.value) } catch { throw error.inside("/" + names.names[place]) }
      if place < 64 { missing &= ~(1 << UInt64(place)) }
    }
    if missing != 0 { throw .missingMember(names.names[missing.trailingZeroBitCount], at: "") }
  }

  /// Whether it is a number that is written without fraction and exponent.
  private var isInteger: Bool {
    kind == .number
      && raw.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
  }
}

extension UnsafeRawBufferPointer {
  /// The place of the first control character (Unicode's category Cc) of valid UTF-8.
  fileprivate var firstControl: Int? {
    for (place, byte) in enumerated() {
      if byte < 0x20 || byte == 0x7F { return place }
      if byte == 0xC2, place + 1 < count, self[place + 1] < 0xA0 { return place }
    }
    return nil
  }
}
