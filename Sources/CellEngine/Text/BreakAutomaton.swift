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
  static let actionShift: Step = 2
  static let stateBits: Step = 0xFF << stateShift
  static let stateShift: Step = 7
  private static let gapShift: Record = 32
  static let plainStateShift: Record = 48
  static let pairShift: Record = 57
  /// In a record: it is ink of one column. Clusters end between two of these, and lines do not. The
  /// state after it does not depend on the scalars before it. Most letters are plain.
  static let plainBit: Record = 1 << 40
  /// In a record: the columns of a cluster that it joins depend on more than its own columns.
  static let variesBit: Record = 1 << 41
  /// In a record: it is not ink. It is the bit of a break, as both end a segment of ink.
  static let blankBit = Record(breakBit) << gapShift
  /// In a record: it is a hard break, a soft hyphen or a directional formatting character. It is
  /// the bit of an undecided step, as both need a closer look.
  static let careBit = Record(undecidedBit) << gapShift

  /// The room for states and for pairs.
  static let stateLimit = 1 << 8
  static let pairLimit = 1 << 7
  static let stepsSize = stateLimit * pairLimit * 2
  /// The records of texts with or without opportunities, and of one width model.
  private static let recordsSize = 256 * 8
  /// The records of each width model, for texts with opportunities and without.
  static let allRecordsSize = 4 * 2 * recordsSize
  static let models: [WidthModel] = [
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

  /// Where the records for texts with or without opportunities and a width begin.
  @inline(__always)
  static func recordsOffset(_ breaks: LineBreakRule?, _ model: WidthModel) -> Int {
    let width = (model.mode == .wcwidth ? 2 : 0) + (model.ambiguous == 2 ? 1 : 0)
    return stepsSize + (width * 2 + (breaks == nil ? 1 : 0)) * recordsSize
  }
}

/// The segment of a cluster of one scalar is in the low bits of the scalar's record.
extension Segment {
  /// A segment of the kind of a scalar; ink if its record is 0.
  @inline(__always)
  init(byteCount: Int, advance: Int, kindOf record: BreakAutomaton.Record) {
    self.init(
      bits: UInt32(truncatingIfNeeded: byteCount) | UInt32(truncatingIfNeeded: record) & Self.kindBits
        | UInt32(truncatingIfNeeded: advance) &<< Self.advanceShift)
  }

  @inline(__always)
  static func kind(of record: BreakAutomaton.Record) -> Kind {
    Segment(bits: UInt32(truncatingIfNeeded: record)).kind
  }

  @inline(__always)
  static func advance(of record: BreakAutomaton.Record) -> Int {
    Segment(bits: UInt32(truncatingIfNeeded: record)).advance
  }

  @inline(__always)
  static func isInk(_ record: BreakAutomaton.Record) -> Bool {
    Segment(bits: UInt32(truncatingIfNeeded: record)).isInk
  }
}
