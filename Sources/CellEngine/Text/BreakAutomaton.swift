/// Both breakers as one automaton over pairs of a line class and a cluster class, so that a scalar
/// takes one step: what is between it and the scalar in front of it, of UAX #14 and of UAX #29.
///
/// It is built from the two automata of `scripts/unicode-tables`, together with what else analysis
/// asks of a scalar.
enum BreakAutomaton {
  /// A step: 0–1 what is before the scalar, 2–4 the `LineBreakTable.Action` if the text after the
  /// scalar decides, 7–14 the state after it, 15 whether the text after it decides.
  typealias Step = UInt16
  /// A scalar: 0–31 the segment of a cluster that is this scalar alone, in columns, 32–38 the pair
  /// of its classes, then flags.
  typealias Record = UInt64

  /// In a step: a cluster ends in front of the scalar.
  static let clusterEndBit: Step = 1 << 0
  /// In a step: a line may end there.
  static let breakBit: Step = 1 << 1
  /// In a step: the text after the scalar decides whether a line may end there, by an action.
  static let undecidedBit: Step = 1 << 15
  private static let actionShift: Step = 2
  static let stateBits: Step = 0xFF << stateShift
  private static let stateShift: Step = 7
  private static let pairShift: Record = 32
  /// It is ink of one column, clusters end between two of these, and lines do not: a letter, or any
  /// scalar that joins no other if no line ends inside of the text. What is after it does not
  /// depend on what was before it.
  static let plainBit: Record = 1 << 40
  /// It is a hard break, a soft hyphen or a directional formatting character: the same bit as of a
  /// step that has to be looked at, above the pair.
  static let careBit: Record = Record(undecidedBit) << pairShift

  /// The room for states, of which there are 225, and for pairs, of which there are 94.
  private static let stateLimit = 1 << 8
  private static let pairLimit = 1 << 7
  static let stepsSize = stateLimit * pairLimit * 2
  /// Of one way to break lines, and one width model: by the keys of `UnicodeData.key`.
  private static let recordsSize = 4 * 256 * 8
  /// Of each width model, and each way to break lines or none.
  static let allRecordsSize = 4 * 3 * recordsSize
  private static let models: [WidthModel] = [
    WidthModel(mode: .grapheme, ambiguous: 1), WidthModel(mode: .grapheme, ambiguous: 2),
    WidthModel(mode: .wcwidth, ambiguous: 1), WidthModel(mode: .wcwidth, ambiguous: 2),
  ]

  /// The column of a scalar in the steps.
  @inline(__always)
  static func pair(_ record: Record) -> Step { Step(truncatingIfNeeded: record &>> pairShift) & 0x7F }

  /// Whether there is more to look after than clusters and lines.
  @inline(__always)
  static func needsCare(_ record: Record, _ step: Step) -> Bool {
    (Step(truncatingIfNeeded: record &>> pairShift) | step) & undecidedBit != 0
  }

  /// The action of a step that the text after the scalar decides; `nil` for all others.
  static func action(_ step: Step) -> LineBreakTable.Action? {
    step & undecidedBit == 0 ? nil : LineBreakTable.Action(rawValue: step &>> actionShift & 7)
  }

  /// Writes the steps, then the records for each way to break lines and each width.
  static func build(_ memory: UnsafeMutableRawPointer, _ data: UnicodeData) {
    let numbers = 0..<UnicodeTables.propertyCount
    var pairs: [UInt16] = []
    let ways: [LineBreakRule?] = [.normal, .keepAll, nil]
    let pairsOfNumbers = ways.map { breaks in
      numbers.map { number in
        let scalar = data.properties(number)
        let pair = UInt16(scalar.line(breaks ?? .normal) << 5 | scalar.cluster)
        if let index = pairs.firstIndex(of: pair) { return index }
        pairs.append(pair)
        return pairs.count - 1
      }
    }
    let stateCount = buildSteps(memory, pairs, data)
    let areLetters = pairs.indices.map { index in
      Int(pairs[index] >> 5) == UnicodeTables.LineClass.alphabetic && standsStill(index, stateCount, memory)
    }
    for (breaks, pairOfNumber) in zip(ways, pairsOfNumbers) {
      for model in models {
        let widths = ColumnWidths(model)
        let records = memory + recordsOffset(breaks, model)
        for number in numbers {
          let pair = pairOfNumber[number]
          let scalar = data.properties(number)
          let columns = widths.columns(of: scalar)
          var common = Record(pair) << pairShift
          if scalar.needsCare {
            common |= careBit
          } else if scalar.kind == .ink, columns == 1, scalar.cluster == 0, breaks == nil || areLetters[pair]
          {
            common |= plainBit
          }
          for byteCount in 1...4 {
            let segment = Segment(byteCount: byteCount, advance: columns, kind: scalar.kind)
            records.storeBytes(
              of: common | Record(segment.bits), toByteOffset: ((byteCount - 1) << 8 | number) * 8,
              as: Record.self)
          }
        }
      }
    }
  }

  /// Where the records for a way to break lines, or for texts without opportunities, and a width
  /// begin.
  static func recordsOffset(_ breaks: LineBreakRule?, _ model: WidthModel) -> Int {
    let way =
      switch breaks {
      case .normal: 0
      case .keepAll: 1
      case nil: 2
      }
    let width = (model.mode == .wcwidth ? 2 : 0) + (model.ambiguous == 2 ? 1 : 0)
    return stepsSize + (width * 3 + way) * recordsSize
  }

  /// Writes the steps from every state that can be reached, and says how many those are.
  private static func buildSteps(
    _ memory: UnsafeMutableRawPointer, _ pairs: [UInt16], _ data: UnicodeData
  ) -> Int {
    // A state of the line breaker (64 times its number), and one of the cluster breaker.
    var states: [UInt16] = [0]
    var numbers = [UInt8](repeating: 0, count: UnicodeTables.lineStateCount << 6)
    var state = 0
    while state < states.count {
      for (index, pair) in pairs.enumerated() {
        let line = data.lineState(Int(states[state] & ~0x3F), Int(pair >> 5))
        let cluster = data.clusterState(Int(states[state] & 0x3F), Int(pair & 0x1F))
        let next = line & LineBreakTable.stateBits | UInt16(cluster & 0x7F)
        if next != 0, numbers[Int(next)] == 0 {
          numbers[Int(next)] = UInt8(states.count)
          states.append(next)
        }
        var step = Step(numbers[Int(next)]) << stateShift
        if cluster & 0x80 != 0 { step |= clusterEndBit }
        let action = line >> LineBreakTable.actionShift
        switch LineBreakTable.Action(rawValue: action) {
        case .allowed: step |= breakBit
        case .prohibited, .mandatory, nil: break
        case .unlessNumber, .unlessClosed, .ifNumber, .ifWide, .unlessFinal:
          step |= undecidedBit | action << actionShift
        }
        memory.storeBytes(of: step, toByteOffset: (state << Int(stateShift) | index) * 2, as: Step.self)
      }
      state += 1
    }
    assert(states.count <= stateLimit && pairs.count <= pairLimit)
    return states.count
  }

  /// Whether a pair leads to one state from everywhere and stays there, with clusters and no lines
  /// ending between two of it.
  private static func standsStill(_ pair: Int, _ stateCount: Int, _ memory: UnsafeMutableRawPointer) -> Bool {
    func step(_ state: Int) -> Step {
      memory.load(fromByteOffset: (state << Int(stateShift) | pair) * 2, as: Step.self)
    }
    let target = step(0) & stateBits
    for state in 0..<stateCount where step(state) & stateBits != target { return false }
    let again = step(Int(target >> stateShift))
    return again & clusterEndBit != 0 && again & (breakBit | undecidedBit) == 0
  }
}
