/// Selects the cells that can be among the first rows of an order, while their keys are read.
///
/// Its limit is the key of a cell. At least ``rows`` cells are not after it, so cells after it are
/// dropped. After some thousand cells, one comparison of eight bytes decides about nearly every
/// cell.
struct HeadSelection: Sendable {
  /// A cell, and the beginning of its key.
  private struct Candidate {
    let number: UInt32
    /// The number of its bytes in ``bytes``.
    let slot: UInt16
    /// How many bytes of the key there are.
    let length: UInt8
    /// Whether they are all of the key.
    let isWhole: Bool
    let word: UInt64
  }

  /// The number of first rows: some screens.
  static let rows = 4 * Chunk.capacity
  private static let capacity = 2 * rows

  private var candidates: [Candidate] = []
  /// For each slot the kept bytes of a key.
  private var bytes: [UInt8] = []
  private var freeSlots: [UInt16] = []
  /// The last candidate that others are compared with, and the kept bytes of its key.
  private var limit: Candidate?
  private var limitBytes: [UInt8] = []
  /// The first eight bytes of a key, above which cells are not candidates.
  private var limitWord = UInt64.max
  /// Whether too many keys begin with the same bytes. Then nothing is selected.
  private var isGivenUp = false

  /// A selection from no cells. If `isWanted` is false, it does nothing.
  init(isWanted: Bool) {
    if !isWanted { giveUp() }
  }

  private mutating func giveUp() {
    self = HeadSelection(isWanted: true)
    isGivenUp = true
    limitWord = 0
  }

  /// A selection from other cells, with the comparisons of this one.
  var next: HeadSelection {
    var next = self
    (next.candidates, next.bytes, next.freeSlots) = ([], [], [])
    return next
  }

  /// The numbers of at least ``rows`` cells that come first in the order, in ascending order; all
  /// cells if there are fewer. `nil` if they are not known.
  mutating func numbers() -> [UInt32]? {
    cut()
    return isGivenUp ? nil : candidates.map(\.number).sorted()
  }

  /// Adds a cell if it can be among the first rows.
  ///
  /// - Parameter number: of the cell. Cells with equal keys are in the order of their numbers.
  @inline(__always)
  mutating func add(_ key: UnsafeBufferPointer<UInt8>, number: UInt32) {
    let word = Self.word(of: key)
    if word <= limitWord {
      add(
        UnsafeBufferPointer(rebasing: key.prefix(OrderKeys.keptBytes)), word,
        isWhole: key.count <= OrderKeys.keptBytes, number)
    }
  }

  /// Adds the candidates of another selection.
  mutating func add(_ other: HeadSelection) {
    if other.isGivenUp { return giveUp() }
    other.bytes.withUnsafeBufferPointer { bytes in
      for candidate in other.candidates where candidate.word <= limitWord {
        let key = UnsafeBufferPointer(rebasing: bytes[Self.start(candidate)...].prefix(Int(candidate.length)))
        add(key, candidate.word, isWhole: candidate.isWhole, candidate.number)
      }
    }
  }

  /// The first eight bytes of a key; 0 after its end.
  @inline(__always)
  private static func word(of key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if key.count >= 8 {
      return UInt64(bigEndian: UnsafeRawBufferPointer(key).loadUnaligned(as: UInt64.self))
    }
    return shortWord(of: key)
  }

  @inline(never)
  private static func shortWord(of key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in key.indices { word |= UInt64(key[index]) &<< UInt64(56 &- 8 &* index) }
    return word
  }

  private static func start(_ candidate: Candidate) -> Int { Int(candidate.slot) * OrderKeys.keptBytes }

  @inline(never)
  private mutating func add(
    _ key: UnsafeBufferPointer<UInt8>, _ word: UInt64, isWhole: Bool, _ number: UInt32
  ) {
    guard !isGivenUp else { return }
    if let limit, word == limit.word {
      let order = limitBytes.withUnsafeBufferPointer { Self.order(key, $0) }
      // The rest of a longer key is not known.
      guard order < 0 || order == 0 && (!isWhole || number < limit.number) else { return }
    }
    if bytes.isEmpty {
      bytes = [UInt8](repeating: 0, count: Self.capacity * OrderKeys.keptBytes)
      candidates.reserveCapacity(Self.capacity)
      freeSlots = (0..<UInt16(Self.capacity)).reversed()
    }
    guard let slot = freeSlots.popLast() else { return giveUp() }
    let candidate = Candidate(
      number: number, slot: slot, length: UInt8(key.count), isWhole: isWhole, word: word)
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in key.indices { bytes[Self.start(candidate) &+ index] = key[index] }
    }
    candidates.append(candidate)
    if candidates.count == Self.capacity { cut() }
  }

  /// Below 0 if a key comes first, 0 if both begin with the same bytes, else above 0.
  private static func order(_ key: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    while index < min(key.count, other.count) {
      if key[index] != other[index] { return key[index] < other[index] ? -1 : 1 }
      index &+= 1
    }
    return 0
  }

  /// Removes the candidates that come after ``rows`` others.
  private mutating func cut() {
    guard candidates.count > Self.rows else { return }
    let kept: Int = bytes.withUnsafeBufferPointer { bytes in
      func order(_ one: Candidate, _ other: Candidate) -> Int {
        if one.word != other.word { return one.word < other.word ? -1 : 1 }
        return Self.order(
          UnsafeBufferPointer(rebasing: bytes[Self.start(one)...].prefix(Int(one.length))),
          UnsafeBufferPointer(rebasing: bytes[Self.start(other)...].prefix(Int(other.length))))
      }
      candidates.sort {
        let order = order($0, $1)
        return order < 0 || order == 0 && $0.number < $1.number
      }
      var kept = Self.rows
      // Of these it is not known which come first.
      let last = candidates[kept - 1]
      while !last.isWhole, kept < candidates.count, order(candidates[kept], last) == 0 { kept += 1 }
      return kept
    }
    guard kept < Self.capacity - Self.rows / 4 else { return giveUp() }
    freeSlots += candidates[kept...].map(\.slot)
    candidates.removeSubrange(kept...)
    let last = candidates[kept - 1]
    limit = last
    limitWord = last.word
    limitBytes = Array(bytes[Self.start(last)...].prefix(Int(last.length)))
  }
}
