/// Both breakers, of UAX #14 and UAX #29, as one automaton over pairs of a line class and a cluster
/// class. They take one step together for each scalar.
///
/// It is built from the two automata of `scripts/unicode-tables`, together with the other
/// properties of a scalar that analysis needs.
enum BreakAutomaton {
  /// A step to a scalar. 0–1: its gap to the scalar before it. 2–4: the
  /// `LineBreakTable.BreakAction` if the text after it decides. 7–14: the state after it. 15:
  /// whether the text after it decides.
  typealias Step = UInt16
  /// The properties of a scalar. 0–31: the segment of a cluster that is this scalar alone, in
  /// columns, without its bytes. 32–47: flags. 48–55: the state after it if it is plain. 57–63: the
  /// pair of its classes.
  typealias Record = UInt64

  /// In a step: the scalar joins the cluster before it.
  static let joinsBit: Step = 1 << 0
  /// In a step: a line may end there.
  static let breakBit: Step = 1 << 1
  /// In a step: the text after the scalar decides whether a line may end there, by an action.
  static let undecidedBit: Step = 1 << 15
  private static let actionShift: Step = 2
  static let stateBits: Step = 0xFF << stateShift
  private static let stateShift: Step = 7
  private static let gapShift: Record = 32
  private static let plainStateShift: Record = 48
  private static let pairShift: Record = 57
  /// In a record: it is ink of one column. Clusters end between two of these, and lines do not. The
  /// state after it does not depend on the scalars before it. Most letters are plain.
  static let plainBit: Record = 1 << 40
  /// In a record: the columns of a cluster that it joins depend on more than its own columns.
  static let variesBit: Record = 1 << 41
  /// In a record: it is not ink. It is the bit of a break, as both end a segment of ink.
  private static let blankBit = Record(breakBit) << gapShift
  /// In a record: it is a hard break, a soft hyphen or a directional formatting character. It is
  /// the bit of an undecided step, as both need a closer look.
  static let careBit = Record(undecidedBit) << gapShift

  /// The room for states, of which there are 225, and for pairs, of which there are 94.
  private static let stateLimit = 1 << 8
  private static let pairLimit = 1 << 7
  static let stepsSize = stateLimit * pairLimit * 2
  /// The records of one way to break lines, and of one width model.
  private static let recordsSize = 256 * 8
  /// The records of each width model, and of each way to break lines or none.
  static let allRecordsSize = 4 * 3 * recordsSize
  private static let models: [WidthModel] = [
    WidthModel(mode: .grapheme, ambiguous: 1), WidthModel(mode: .grapheme, ambiguous: 2),
    WidthModel(mode: .wcwidth, ambiguous: 1), WidthModel(mode: .wcwidth, ambiguous: 2),
  ]

  /// The column of a scalar in the steps.
  @inline(__always)
  static func pair(_ record: Record) -> Int { Int(truncatingIfNeeded: record &>> pairShift) }

  /// The flags of the gap before a scalar: those of the step that led to it, and its own.
  @inline(__always)
  static func gap(_ step: Step, _ record: Record) -> Step {
    step | Step(truncatingIfNeeded: record &>> gapShift)
  }

  /// Whether a gap needs more than a look at clusters and lines.
  @inline(__always)
  static func needsCare(_ gap: Step) -> Bool { gap & undecidedBit != 0 }

  /// The state after a plain scalar, in a step.
  @inline(__always)
  static func step(afterPlain record: Record) -> Step {
    Step(truncatingIfNeeded: record &>> (plainStateShift &- Record(stateShift)))
  }

  /// The action of a step that the text after the scalar decides; `nil` for all others.
  static func action(_ step: Step) -> LineBreakTable.BreakAction? {
    step & undecidedBit == 0 ? nil : LineBreakTable.BreakAction(rawValue: step &>> actionShift & 7)
  }

  /// Writes the steps, then the records for each way to break lines and each width.
  static func build(_ memory: UnsafeMutableRawPointer, _ data: UnicodeData) {
    let numbers = 0..<UnicodeTables.propertyCount
    var pairs: [UInt16] = []
    let ways: [LineBreakRule?] = [.normal, .keepAll, nil]
    let pairsOfNumbers = ways.map { breaks in
      numbers.map { number in
        let scalar = data.properties(number)
        // If no line ends inside of a text, all scalars are letters of one word.
        let line = breaks.map { scalar.line($0) } ?? UnicodeTables.LineClass.alphabetic
        let pair = UInt16(line << 5 | scalar.cluster)
        if let index = pairs.firstIndex(of: pair) { return index }
        pairs.append(pair)
        return pairs.count - 1
      }
    }
    let steps = Steps(memory, pairs, data)
    let letter = pairs.firstIndex(of: UInt16(UnicodeTables.LineClass.alphabetic << 5))
    let plainStates = steps.plainStates(startingWith: letter ?? 0)
    for (breaks, pairOfNumber) in zip(ways, pairsOfNumbers) {
      for model in models {
        let widths = ColumnWidths(model)
        let records = memory + recordsOffset(breaks, model)
        for number in numbers {
          let pair = pairOfNumber[number]
          let scalar = data.properties(number)
          let columns = widths.columns(of: scalar)
          let segment = Segment(byteCount: 0, advance: columns, kind: scalar.kind)
          var record = Record(segment.bits) | Record(pair) << pairShift
          if scalar.needsCare { record |= careBit }
          if scalar.kind != .ink { record |= blankBit }
          if widths.varies(scalar) { record |= variesBit }
          if let state = plainStates[pair], record & (careBit | blankBit) == 0, columns == 1 {
            record |= plainBit | Record(state) << plainStateShift
          }
          records.storeBytes(of: record, toByteOffset: number * 8, as: Record.self)
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

  /// The steps from every state that can be reached.
  private struct Steps {
    private let memory: UnsafeMutableRawPointer
    private let pairCount: Int
    private var stateCount = 0

    /// Writes the steps to `memory`.
    init(_ memory: UnsafeMutableRawPointer, _ pairs: [UInt16], _ data: UnicodeData) {
      self.memory = memory
      pairCount = pairs.count
      // A state of the line breaker (64 times its number), and one of the cluster breaker.
      var states: [UInt16] = [0]
      var numbers = [UInt8](repeating: 0, count: UnicodeTables.lineStateCount << 6)
      while stateCount < states.count {
        let state = states[stateCount]
        for (index, pair) in pairs.enumerated() {
          let line = data.lineState(Int(state & ~0x3F), Int(pair >> 5))
          let cluster = data.clusterState(Int(state & 0x3F), Int(pair & 0x1F))
          let next = line & LineBreakTable.stateBits | UInt16(cluster & 0x7F)
          if next != 0, numbers[Int(next)] == 0 {
            numbers[Int(next)] = UInt8(states.count)
            states.append(next)
          }
          var step = Step(numbers[Int(next)]) << stateShift
          if cluster & 0x80 == 0 { step |= joinsBit }
          let action = line >> LineBreakTable.actionShift
          switch LineBreakTable.BreakAction(rawValue: action) {
          case .allowed: step |= breakBit
          case .prohibited, .mandatory, nil: break
          case .unlessNumber, .unlessClosed, .ifNumber, .ifWide, .unlessFinal:
            step |= undecidedBit | action << actionShift
          }
          memory.storeBytes(of: step, toByteOffset: offset(stateCount, index), as: Step.self)
        }
        stateCount += 1
      }
      assert(stateCount <= stateLimit && pairCount <= pairLimit)
    }

    /// By pair, the state after it; `nil` if that depends on the scalars before it. Clusters end
    /// and lines do not between each two of these pairs.
    ///
    /// - Parameter first: the pair that the others must go with.
    func plainStates(startingWith first: Int) -> [Int?] {
      var found = [Int?](repeating: nil, count: pairCount)
      for pair in [first] + (0..<pairCount) {
        let target = state(after: pair, from: 0)
        guard (1..<stateCount).allSatisfy({ state(after: pair, from: $0) == target }) else { continue }
        found[pair] = target
        let isPlain = found.indices.allSatisfy { other in
          found[other].map { isInside(pair, from: $0) && isInside(other, from: target) } ?? true
        }
        if !isPlain { found[pair] = nil }
      }
      return found
    }

    private func offset(_ state: Int, _ pair: Int) -> Int { (state << Int(stateShift) | pair) * 2 }

    private func step(_ pair: Int, from state: Int) -> Step {
      memory.load(fromByteOffset: offset(state, pair), as: Step.self)
    }

    private func state(after pair: Int, from state: Int) -> Int {
      Int((step(pair, from: state) & stateBits) >> stateShift)
    }

    /// Whether a cluster ends and no line does before a pair.
    private func isInside(_ pair: Int, from state: Int) -> Bool {
      step(pair, from: state) & (joinsBit | breakBit | undecidedBit) == 0
    }
  }
}
