/// The Unicode data of text analysis: the decoded tables, and the automaton that is built from
/// them. They are made once, at the first text that is not ASCII, and never freed.
///
/// All of them are in one allocation, at constant offsets: a single pointer is all that the loops
/// over text hold.
struct UnicodeData: @unchecked Sendable {
  static let shared = UnicodeData()

  private static let automatonOffset = DecodedTables.size
  private static let size = automatonOffset + BreakAutomaton.stepsSize + BreakAutomaton.allRecordsSize

  /// The tables, at the beginning of the allocation.
  let tables: DecodedTables

  private init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
    tables = DecodedTables(in: memory)
    BreakAutomaton.build(memory + Self.automatonOffset, tables)
  }

  /// The properties of the scalars with a class number.
  @inline(__always)
  func properties(_ number: Int) -> ScalarProperties { tables.properties(number) }

  /// The properties of a scalar.
  @inline(__always)
  func properties(of scalar: UInt32) -> ScalarProperties { tables.properties(of: scalar) }

  /// From a step of both breakers and the record of a scalar to the next step.
  @inline(__always)
  func step(_ last: BreakAutomaton.Step, _ record: BreakAutomaton.Record) -> BreakAutomaton.Step {
    let index = Int(last & BreakAutomaton.stateBits) | BreakAutomaton.pair(record)
    return tables.base.load(fromByteOffset: Self.automatonOffset &+ index &* 2, as: BreakAutomaton.Step.self)
  }

  /// The records of scalars, by their class numbers.
  @inline(__always)
  func records(_ breaks: LineBreakRule?, _ model: WidthModel) -> UnsafePointer<BreakAutomaton.Record> {
    let offset = BreakAutomaton.recordsOffset(breaks, model)
    return (tables.base + (Self.automatonOffset &+ offset)).assumingMemoryBound(
      to: BreakAutomaton.Record.self)
  }

  /// The class number of the scalar at `index`, which must be in bounds, and the number of its
  /// bytes.
  ///
  /// Continuation bytes are not checked: other bytes have some class number.
  @inline(__always)
  func lookUp(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (number: Int, byteCount: Int) {
    let lead = Int(text[index])
    if lead < 0x80 { return (number(of: UInt8(truncatingIfNeeded: lead)), 1) }
    guard index < text.count &- 3 else { return lookUpLast(in: text, at: index) }
    if lead < 0xE0 {
      guard lead >= 0xC0 else { return (replacementNumber, 1) }
      return (tables.leaf(tables.block(lead & 0x1F), Int(text[index &+ 1]) & 0x3F), 2)
    }
    if lead < 0xF0 {
      let high = (lead & 0xF) &<< 6 | Int(text[index &+ 1]) & 0x3F
      return (tables.leaf(tables.block(high), Int(text[index &+ 2]) & 0x3F), 3)
    }
    let high = (lead & 0x7) &<< 12 | (Int(text[index &+ 1]) & 0x3F) &<< 6 | Int(text[index &+ 2]) & 0x3F
    return (
      tables.leaf(tables.block(min(high, DecodedTables.blockCount &- 1)), Int(text[index &+ 3]) & 0x3F), 4
    )
  }

  /// Looks up a scalar beyond ASCII that begins in the last three bytes of a text.
  @inline(never)
  private func lookUpLast(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (number: Int, byteCount: Int) {
    let lead = Int(text[index])
    let rest = text.count &- index
    if lead >= 0xE0, lead < 0xF0, rest == 3 {
      let high = (lead & 0xF) &<< 6 | Int(text[index &+ 1]) & 0x3F
      return (tables.leaf(tables.block(high), Int(text[index &+ 2]) & 0x3F), 3)
    }
    if lead >= 0xC0, lead < 0xE0, rest >= 2 {
      return (tables.leaf(tables.block(lead & 0x1F), Int(text[index &+ 1]) & 0x3F), 2)
    }
    return (replacementNumber, 1)
  }

  /// The class number of U+FFFD, for bytes that do not begin a scalar.
  private var replacementNumber: Int { tables.leaf(tables.block(0xFFFD &>> 6), 0xFFFD & 0x3F) }

  /// The class number of an ASCII byte: ASCII is the first two blocks.
  @inline(__always)
  func number(of byte: UInt8) -> Int { tables.leaf(0, Int(byte & 0x7F)) }
}
