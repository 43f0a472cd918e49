/// Both breakers as one automaton over pairs of a line class and a cluster class, so that a scalar takes one step: what is
/// between it and the scalar in front of it, of UAX #14 and of UAX #29.
///
/// It is built from the two automata of `scripts/unicode-tables`, together with what else analysis asks of a scalar.
enum BreakAutomaton {
  /// A step: 0–1 what is in front of the scalar, 6–12 the state behind it, 13 whether `LineBreaker.numberBegins` decides.
  typealias Step = UInt16
  /// What a scalar is: 0–31 the mark of a cluster that is this scalar alone, 32–37 the pair of its classes, 38–39 its
  /// columns if it is ink, then flags.
  typealias Record = UInt64

  /// In a step: a cluster ends in front of the scalar.
  static let clusterEndBit: Step = 1 << 0
  /// In a step: a line may end there.
  static let breakBit: Step = 1 << 1
  /// In a step: a line may end there unless a number begins behind the scalar.
  static let unlessNumberBit: Step = 1 << 13
  static let stateBits: Step = 0x7F << 6
  private static let pairShift: Record = 32
  private static let columnShift: Record = 38
  /// It leads to one state from everywhere and stays there, and clusters end between two of it.
  static let standsStillBit: Record = 1 << 40
  /// It stands still, and a line may end between two of it.
  static let stillBreakBit: Record = 1 << 41
  /// It is alphabetic or numeric ASCII, behind which what is in front is forgotten.
  static let alphanumericBit: Record = 1 << 42
  /// It is ink of ASCII.
  static let inkBit: Record = 1 << 43
  /// It is ink that makes words with what is beside it: no ideograph, which makes runs with others, and, where lines may
  /// end, no letter of a script without spaces, whose lines end inside of what would be a word.
  static let wordBit: Record = 1 << 44
  /// It is a hard break, a soft hyphen or a directional formatting character: the same bit as of a step that has to be
  /// looked at, above the pair.
  static let careBit: Record = Record(unlessNumberBit) << pairShift

  /// How many states there is room for; there are 109.
  private static let stateLimit = 128
  static let stepsSize = stateLimit * 64 * 2
  /// Of one way to break lines, and one width of ambiguous characters: by the keys of `UnicodeData.key`.
  static let recordsSize = 4 * 256 * 8

  /// The column of a scalar in the steps.
  @inline(__always)
  static func pair(_ record: Record) -> Step { Step(truncatingIfNeeded: record &>> pairShift) & 0x3F }

  /// The columns of a scalar, if it is ink.
  @inline(__always)
  static func columns(_ record: Record) -> Int { Int(truncatingIfNeeded: record &>> columnShift) & 3 }

  /// Whether there is more to look after than clusters and lines.
  @inline(__always)
  static func needsCare(_ record: Record, _ step: Step) -> Bool {
    (Step(truncatingIfNeeded: record &>> pairShift) | step) & unlessNumberBit != 0
  }

  /// Writes the steps, then the records for each way to break lines and each width.
  static func build(_ memory: UnsafeMutableRawPointer, _ data: UnicodeData) {
    let numbers = 0..<UnicodeTables.propertyCount
    var pairs: [UInt16] = []
    let ways: [Environment.Breaks?] = [.normal, .keepAll, nil]
    let pairsOfNumbers = ways.map { breaks in
      numbers.map { number in
        let scalar = data.properties(number)
        let pair = UInt16(scalar.line(breaks ?? .normal) << 4 | scalar.cluster)
        if let index = pairs.firstIndex(of: pair) { return index }
        pairs.append(pair)
        return pairs.count - 1
      }
    }
    let stateCount = buildSteps(memory, pairs, data)
    let flags = pairs.indices.map { index in
      let line = Int(pairs[index] >> 4)
      let forgets = line == ScalarProperties.alphabeticClass || line == ScalarProperties.numericClass
      return stillness(of: index, stateCount, memory) | (forgets ? alphanumericBit : 0)
    }
    for (breaks, pairOfNumber) in zip(ways, pairsOfNumbers) {
      for ambiguous in 1...2 {
        let widths = ColumnWidths(WidthModel(ambiguous: ambiguous))
        let records = memory + recordsOffset(breaks, ambiguous)
        for number in numbers {
          let pair = pairOfNumber[number]
          let scalar = data.properties(number)
          var common = record(of: scalar, widths) | Record(pair) << pairShift | flags[pair]
          if flags[pair] & stillBreakBit == 0, scalar.markFlags == 0, widths.columns(of: scalar) > 0 {
            if breaks == nil || !isUnspaced(scalar, pairs[pair]) { common |= wordBit }
          }
          for byteCount in 1...4 {
            let mark = mark(of: scalar, byteCount, widths)
            let own = byteCount == 1 ? common : common & ~(alphanumericBit | inkBit)
            records.storeBytes(
              of: own | Record(mark.bits), toByteOffset: ((byteCount - 1) << 8 | number) * 8, as: Record.self)
          }
        }
      }
    }
  }

  private static func record(of scalar: ScalarProperties, _ widths: ColumnWidths) -> Record {
    let columns = widths.columns(of: scalar)
    var record: Record = scalar.markFlags == 0 && columns > 0 ? inkBit : 0
    if scalar.markFlags & Mark.inklessBits == 0 { record |= Record(columns) << columnShift }
    let noted = ScalarProperties.hardBreakBit | ScalarProperties.invisibleBits
    return record | (scalar.bits & noted != 0 ? careBit : 0)
  }

  /// Whether a scalar of a pair of classes is of a script that has no spaces between words (SA of UAX #14, which is not of
  /// any class of words), or a symbol.
  private static func isUnspaced(_ scalar: ScalarProperties, _ pair: UInt16) -> Bool {
    Int(pair >> 4) == ScalarProperties.alphabeticClass && scalar.word == .other
  }

  private static func mark(of scalar: ScalarProperties, _ byteCount: Int, _ widths: ColumnWidths) -> Mark {
    let columns = widths.columns(of: scalar)
    if scalar.markFlags == 0, columns > 0 { return Mark(clusterCount: 1, unit: byteCount, advance: columns) }
    return Mark(byteCount: byteCount, advance: Int32(columns), flags: scalar.markFlags)
  }

  /// Where the records for a way to break lines, or for texts without opportunities, and a width begin.
  static func recordsOffset(_ breaks: Environment.Breaks?, _ ambiguous: Int) -> Int {
    let way =
      switch breaks {
      case .normal: 0
      case .keepAll: 1
      case nil: 2
      }
    return stepsSize + ((ambiguous == 2 ? 3 : 0) + way) * recordsSize
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
        case .allowedUnlessNumber: step |= unlessNumberBit
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
  ) -> Record {
    func step(_ state: Int) -> Step {
      memory.load(fromByteOffset: (state << 6 | pair) * 2, as: Step.self)
    }
    let target = step(0) & stateBits
    for state in 0..<stateCount where step(state) & stateBits != target { return 0 }
    let again = step(Int(target >> 6))
    guard again & clusterEndBit != 0, again & unlessNumberBit == 0 else { return 0 }
    return standsStillBit | (again & breakBit != 0 ? stillBreakBit : 0)
  }
}
