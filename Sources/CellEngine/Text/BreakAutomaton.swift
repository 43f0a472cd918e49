/// Both breakers as one automaton over pairs of a line class and a cluster class, so that a scalar takes one step: what is
/// between it and the scalar in front of it, of UAX #14 and of UAX #29.
///
/// It is built from the two automata of `scripts/unicode-tables`, together with what else a step goes by.
enum BreakAutomaton {
  /// A step: 0–1 what is in front of the scalar, 6–12 the state behind it, 13 whether ``careBit`` is set.
  typealias Step = UInt16
  /// What a scalar's class number stands for: 0–5 the pair of its classes, 6–7 its columns if it is ink, then flags.
  typealias Entry = UInt16

  /// In a step: a cluster ends in front of the scalar.
  static let clusterEndBit: Step = 1 << 0
  /// In a step: a line may end there.
  static let breakBit: Step = 1 << 1
  static let stateBits: Step = 0x7F << 6
  static let pairBits: Entry = 0x3F
  static let columnShift: Entry = 6
  /// In an entry: it leads to one state from everywhere and stays there, and clusters end between two of it.
  static let standsStillBit: Entry = 1 << 8
  /// In an entry that stands still: a line may end between two of it.
  static let stillBreakBit: Entry = 1 << 9
  /// In an entry: it is alphabetic or numeric, behind which what is in front is forgotten.
  static let alphanumericBit: Entry = 1 << 10
  /// In an entry: it is ink.
  static let inkBit: Entry = 1 << 11
  /// In a step or an entry: there is more to look after, of `LineBreaker.Action.allowedUnlessNumber`, or of a hard break,
  /// a soft hyphen or a directional formatting character.
  static let careBit: UInt16 = 1 << 13

  /// How many states there is room for; there are 109.
  static let stateLimit = 128
  static let stepsSize = stateLimit * 64 * 2
  /// Of one way to break lines, and one width of ambiguous characters.
  static let entriesSize = 256 * 2
  /// The marks of clusters of one scalar, by its bytes and its class number, for one width of ambiguous characters.
  static let marksSize = 4 * 256 * 4

  /// Writes the steps, then the entries for each way to break lines and each width, then the marks for each width.
  static func build(_ memory: UnsafeMutableRawPointer, _ data: UnicodeData) {
    var pairs: [UInt16] = []
    let entries = memory + stepsSize
    let marks = entries + 4 * entriesSize
    let numbers = 0..<UnicodeTables.propertyCount
    var pairOfNumber = [[UInt16](), []]
    for (way, breaks) in [Environment.Breaks.normal, .keepAll].enumerated() {
      for number in numbers {
        let scalar = data.properties(number)
        let pair = UInt16(scalar.line(breaks) << 4 | scalar.cluster)
        if !pairs.contains(pair) { pairs.append(pair) }
        pairOfNumber[way].append(UInt16(pairs.firstIndex(of: pair) ?? 0))
      }
    }
    let stateCount = buildSteps(memory, pairs, data)
    let still = pairs.indices.map { stillness(of: $0, stateCount, memory) }
    for ambiguous in 1...2 {
      let widths = ColumnWidths(WidthModel(ambiguous: ambiguous))
      for number in numbers {
        let scalar = data.properties(number)
        let columns = widths.columns(of: scalar)
        var entry = Entry(scalar.markFlags & Mark.inklessBits == 0 ? columns : 0) << columnShift
        if scalar.markFlags == 0, columns > 0 { entry |= inkBit }
        if scalar.bits & (ScalarProperties.hardBreakBit | ScalarProperties.invisibleBits) != 0 {
          entry |= careBit
        }
        for (way, breaks) in [Environment.Breaks.normal, .keepAll].enumerated() {
          let pair = pairOfNumber[way][number]
          let line = scalar.line(breaks)
          let isAlphanumeric =
            line == ScalarProperties.alphabeticClass || line == ScalarProperties.numericClass
          let whole = entry | pair | still[Int(pair)] | (isAlphanumeric ? alphanumericBit : 0)
          entries.storeBytes(
            of: whole, toByteOffset: entriesOffset(way, ambiguous) + number * 2, as: Entry.self)
        }
        for byteCount in 1...4 {
          let isRun = scalar.markFlags == 0 && columns > 0
          let mark =
            isRun
            ? Mark(clusterCount: 1, unit: byteCount, advance: columns)
            : Mark(byteCount: byteCount, advance: Int32(columns), flags: scalar.markFlags)
          marks.storeBytes(
            of: mark.bits, toByteOffset: (ambiguous - 1) * marksSize + ((byteCount - 1) << 8 | number) * 4,
            as: UInt32.self)
        }
      }
    }
  }

  /// Where the entries for a way to break lines (0 normal, 1 keep-all) and a width begin.
  static func entriesOffset(_ way: Int, _ ambiguous: Int) -> Int {
    ((ambiguous == 2 ? 2 : 0) + way) * entriesSize
  }

  /// Writes the steps from every state that can be reached, and says how many those are.
  private static func buildSteps(
    _ memory: UnsafeMutableRawPointer, _ pairs: [UInt16], _ data: UnicodeData
  ) -> Int {
    // A state of the line breaker (64 times its number), and one of the cluster breaker.
    var states: [UInt16] = [0]
    var numbers = [UInt8](repeating: 0, count: 1 << 12)
    var state = 0
    while state < states.count {
      for (index, pair) in pairs.enumerated() {
        let line = data.lineState(Int(states[state] & ~0x3F), Int(pair >> 4))
        let cluster = data.clusterState(Int(states[state] & 0x3F), Int(pair & 0xF))
        let next = line & LineBreaker.stateBits | UInt16(cluster & 0x7F)
        if next != 0, numbers[Int(next)] == 0 {
          numbers[Int(next)] = UInt8(states.count)
          states.append(next)
        }
        var step = Step(numbers[Int(next)]) << 6
        if cluster & 0x80 != 0 { step |= clusterEndBit }
        switch LineBreaker.Action(rawValue: line >> LineBreaker.actionShift) {
        case .allowed: step |= breakBit
        case .allowedUnlessNumber: step |= careBit
        case .prohibited, .mandatory, nil: break
        }
        memory.storeBytes(of: step, toByteOffset: (state << 6 | index) * 2, as: Step.self)
      }
      state += 1
    }
    assert(states.count <= stateLimit && pairs.count <= 64)
    return states.count
  }

  /// The flags of a pair that stands still.
  private static func stillness(
    of pair: Int, _ stateCount: Int, _ memory: UnsafeMutableRawPointer
  ) -> Entry {
    func step(_ state: Int) -> Step {
      memory.load(fromByteOffset: (state << 6 | pair) * 2, as: Step.self)
    }
    let target = step(0) & stateBits
    for state in 0..<stateCount where step(state) & stateBits != target { return 0 }
    let again = step(Int(target >> 6))
    guard again & clusterEndBit != 0, again & careBit == 0 else { return 0 }
    return standsStillBit | (again & breakBit != 0 ? stillBreakBit : 0)
  }
}
