/// Strict readers of single values. They throw `invalidParams` with a path that begins at the node.
extension JSONNode {
  /// Reads a string, which may be empty.
  package func readText() throws(RPCError) -> String {
    guard let text = string else { throw .wrongType(at: "", expected: "a string", found: self) }
    return text
  }

  /// Reads a name: 1 to 256 bytes without control characters. An integer is read as its decimal
  /// text.
  public func readName() throws(RPCError) -> String {
    try checkName()
    return integerText ?? string ?? ""
  }

  /// Throws if `readName` would throw, without creating a string.
  ///
  /// - Parameter isOfRow: whether the name may begin with U+0001.
  package func checkName(isOfRow: Bool = false) throws(RPCError) {
    let isInteger = isInteger
    guard let utf8 = isInteger ? raw : utf8 else {
      throw .wrongType(at: "", expected: "a string or an integer", found: self)
    }
    // The id of a section has a value of at most 256 bytes, in JSON.
    let longest = isOfRow && utf8.first == 1 ? 2_048 : 256
    guard (1...longest).contains(utf8.count) else {
      throw .invalidParams("Expected a name of 1 to \(longest) bytes, got \(utf8.count) bytes.", path: "")
    }
    if !isInteger, let offset = utf8.firstControl, !isOfRow || offset > 0 || utf8.first != 1 {
      throw .invalidParams("Expected a name without control characters, got one at byte \(offset).", path: "")
    }
  }

  /// The decimal text of an integer, or nil if the value is not one.
  package var integerText: String? {
    guard isInteger else { return nil }
    return rawText == "-0" ? "0" : rawText
  }

  /// Reads true or false.
  package func readBool() throws(RPCError) -> Bool {
    guard let bool else { throw .wrongType(at: "", expected: "true or false", found: self) }
    return bool
  }

  /// Reads an integer in a range.
  package func readInteger(in range: ClosedRange<Int>) throws(RPCError) -> Int {
    guard let value = int64, range.contains(Int(value)) else {
      let bounds =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw .wrongType(at: "", expected: "a whole number \(bounds)", found: self)
    }
    return Int(value)
  }

  /// Reads a number in a range.
  package func readNumber(in range: ClosedRange<Double>) throws(RPCError) -> Double {
    guard let value = double, range.contains(value) else {
      let lower = JSONNumber.token(range.lowerBound)
      let bounds =
        range.upperBound < .infinity
        ? " from \(lower) to \(JSONNumber.token(range.upperBound))"
        : range.lowerBound > -.infinity ? " of at least \(lower)" : ""
      throw .wrongType(at: "", expected: "a number\(bounds)", found: self)
    }
    // Replaces -0 by 0, so that equal numbers have equal bytes.
    return value == 0 ? 0 : value
  }

  /// Reads a string that is one of `names`.
  package func readChoice(of names: [String]) throws(RPCError) -> String {
    guard let utf8 else {
      throw .wrongType(at: "", expected: "one of \(names.joined(separator: ", "))", found: self)
    }
    for name in names where name.utf8.count == utf8.count && name.utf8.elementsEqual(utf8) { return name }
    throw .unknownValue(string ?? "", at: "", known: names)
  }

  /// Calls `body` with each element of an array.
  @inlinable package func readElements(
    atMost: Int? = nil, _ body: (JSONNode) throws(RPCError) -> Void
  ) throws(RPCError) {
    guard kind == .array else { throw .wrongType(at: "", expected: "an array", found: self) }
    var index = 0
    for element in elements {
      if let atMost, index == atMost {
        throw .invalidParams("Expected at most \(atMost) elements; remove this one.", path: "/\(index)")
      }
      do { try body(element) } catch { throw error.inside("/\(index)") }
      index += 1
    }
  }

  /// Calls `body` with each member of an object and the index of its name in `names`.
  ///
  /// Members that are null are skipped, unless `nulls` is true.
  ///
  /// - Throws: `invalidParams` for unknown and for missing required members.
  @inlinable package func readMembers(
    _ names: NameTable, nulls: Bool = false, _ body: (Int, JSONNode) throws(RPCError) -> Void
  ) throws(RPCError) {
    let missing = try readPresentMembers(names, nulls: nulls, body)
    if missing != 0 { throw .missingMember(names.names[missing.trailingZeroBitCount], at: "") }
  }

  /// Does the work of `readMembers`, without an error for missing members.
  ///
  /// - Returns: a bit for each required member that is missing, by its index in `names`.
  @inlinable @inline(__always) package func readPresentMembers(
    _ names: NameTable, nulls: Bool = false, _ body: (Int, JSONNode) throws(RPCError) -> Void
  ) throws(RPCError) -> UInt64 {
    guard kind == .object else { throw .wrongType(at: "", expected: "an object", found: self) }
    var missing = names.required
    for member in members {
      guard let name = member.name.utf8, let index = names.index(of: name) else {
        throw .unknownMember(member.name.string ?? "", at: "", known: names.names)
      }
      if member.value.isNull && !nulls { continue }
      do { try body(index, member.value) } catch { throw error.inside("/" + names.names[index]) }
      if index < 64 { missing &= ~(1 << UInt64(index)) }
    }
    return missing
  }

  /// True for a number without fraction and exponent.
  @inlinable package var isInteger: Bool {
    kind == .number
      && raw.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first control character (Unicode's category Cc) in valid UTF-8, or nil.
  fileprivate var firstControl: Int? {
    for (offset, byte) in enumerated() {
      if byte < 0x20 || byte == 0x7F { return offset }
      if byte == 0xC2, offset + 1 < count, self[offset + 1] < 0xA0 { return offset }
    }
    return nil
  }
}
