/// Building the automaton.
extension BreakAutomaton {
  /// Writes the steps, then the records for texts with and without opportunities and each width.
  static func build(_ memory: UnsafeMutableRawPointer, _ tables: DecodedTables) {
    let numbers = 0..<UnicodeTables.propertyCount
    var pairs: [UInt16] = []
    let ways: [LineBreakRule?] = [.normal, nil]
    let pairsOfNumbers = ways.map { breaks in
      numbers.map { number in
        let scalar = tables.properties(number)
        // If no line ends inside of a text, all scalars are letters of one word.
        let line = breaks == nil ? UnicodeTables.LineClass.alphabetic : scalar.line
        let pair = UInt16(line << 5 | scalar.cluster)
        if let index = pairs.firstIndex(of: pair) { return index }
        pairs.append(pair)
        return pairs.count - 1
      }
    }
    let steps = Steps(memory, pairs, tables)
    let letter = pairs.firstIndex(of: UInt16(UnicodeTables.LineClass.alphabetic << 5))
    let plainStates = steps.plainStates(startingWith: letter ?? 0)
    for (breaks, pairOfNumber) in zip(ways, pairsOfNumbers) {
      for model in models {
        let widths = ColumnWidths(model)
        let records = memory + recordsOffset(breaks, model)
        for number in numbers {
          let pair = pairOfNumber[number]
          let scalar = tables.properties(number)
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

  /// The steps from every state that can be reached.
  private struct Steps {
    private let memory: UnsafeMutableRawPointer
    private let pairCount: Int
    private var stateCount = 0

    /// Writes the steps to `memory`.
    init(_ memory: UnsafeMutableRawPointer, _ pairs: [UInt16], _ tables: DecodedTables) {
      self.memory = memory
      pairCount = pairs.count
      // A state of the line breaker (64 times its number), and one of the cluster breaker.
      var states: [UInt16] = [0]
      var numbers = [UInt8](repeating: 0, count: UnicodeTables.lineStateCount << 6)
      while stateCount < states.count {
        let state = states[stateCount]
        for (index, pair) in pairs.enumerated() {
          let line = tables.lineState(Int(state & ~0x3F), Int(pair >> 5))
          let cluster = tables.clusterState(Int(state & 0x3F), Int(pair & 0x1F))
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
