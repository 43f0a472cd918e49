/// UAX #14: the meaning of an entry of `DecodedTables.lineState`.
enum LineBreakTable {
  /// The break opportunity before a scalar.
  enum BreakAction: UInt16 {
    /// No line may end there.
    case prohibited
    /// A line may end there.
    case allowed
    /// A line must end there.
    case mandatory
    /// A line may end before an opening punctuation unless a number follows it (LB25).
    case unlessNumber
    /// A line may end before a closing quotation after spaces unless what follows belongs to the
    /// text before it (LB15b).
    case unlessClosed
    /// A line may end before an infix separator after spaces if a number follows it (LB15c).
    case ifNumber
    /// A line may end before an opening quotation after East Asian text if East Asian text follows
    /// it (LB19a).
    case ifWide
    /// A line may end between two aksaras unless a final vowel sign follows the second (LB28a).
    case unlessFinal
  }

  /// The state in an entry of the table, and the first bit of the action.
  static let stateBits: UInt16 = 0x1FFF
  static let actionShift: UInt16 = 13

  /// Whether a line may end before a scalar by `action`. `next` is the index after the scalar.
  static func isAllowed(
    by action: BreakAction, next: Int, in bytes: UnsafeBufferPointer<UInt8>, _ tables: DecodedTables
  ) -> Bool {
    switch action {
    case .prohibited: false
    case .allowed, .mandatory: true
    case .unlessNumber, .unlessClosed, .ifNumber, .ifWide, .unlessFinal:
      isDecided(action, by: next, in: bytes, tables)
    }
  }

  @inline(never)
  private static func isDecided(
    _ action: BreakAction, by next: Int, in bytes: UnsafeBufferPointer<UInt8>, _ tables: DecodedTables
  ) -> Bool {
    var index = next
    var line = nextClass(from: &index, in: bytes, tables)
    // LB25 looks past one infix separator.
    if action == .unlessNumber, line == UnicodeTables.LineClass.infix {
      line = nextClass(from: &index, in: bytes, tables)
    }
    return nextClasses(for: action) &>> UInt64(line ?? endOfText) & 1 != 0
  }

  /// The line break class of the next scalar that is not a combining mark (LB9); `nil` at the end
  /// of the text.
  private static func nextClass(
    from index: inout Int, in bytes: UnsafeBufferPointer<UInt8>, _ tables: DecodedTables
  ) -> Int? {
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      index += scalar.byteCount
      let line = tables.properties(of: scalar.value).line
      if line != UnicodeTables.LineClass.combiningMark, line != UnicodeTables.LineClass.joiner { return line }
    }
    return nil
  }

  private static let endOfText = 63

  private static func nextClasses(for action: BreakAction) -> UInt64 {
    switch action {
    case .prohibited, .allowed, .mandatory: 0
    case .unlessNumber: UnicodeTables.NextClasses.unlessNumber
    case .unlessClosed: UnicodeTables.NextClasses.unlessClosed
    case .ifNumber: UnicodeTables.NextClasses.ifNumber
    case .ifWide: UnicodeTables.NextClasses.ifWide
    case .unlessFinal: UnicodeTables.NextClasses.unlessFinal
    }
  }
}
