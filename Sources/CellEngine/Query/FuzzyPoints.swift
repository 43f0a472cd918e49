/// How well texts fit typed words, as fuzzy finders count it. It owns buffers; use one for each
/// thread.
///
/// The characters of a word follow each other in the text: `pmp` is in `Pump`. Letters next to each
/// other, and those at the start of a word or a number, have more points than others. Gaps between
/// letters cost points.
struct FuzzyPoints {
  private let words: [[UInt8]]
  private var fold = TextFold()
  /// For each byte of the text: the points for its being a start.
  private var starts: [Int] = []
  /// The points of a word whose last letter so far is at a byte, and the start of its last run.
  private var ends: [(points: Int, start: Int)] = []

  // Those of fzf.
  private static let hit = 16
  private static let start = 8
  private static let neighbour = 4
  private static let gap = 3
  private static let none = Int.min / 2

  init(_ typed: String) {
    words = TextFold.fold(typed).split(separator: UInt8(ascii: " ")).map { Array($0) }
  }

  /// The points of a text: the sum for the words that are in it. Zero if none is.
  mutating func points(of text: UnsafeBufferPointer<UInt8>) -> Int {
    fold.removeAll()
    fold.append(text)
    fold.end()
    starts.removeAll(keepingCapacity: true)
    var before: UInt8 = 0
    for byte in fold.bytes {
      let isStart =
        Self.isLetter(byte) && (!Self.isLetter(before) || Self.isDigit(byte) && !Self.isDigit(before))
      starts.append(isStart ? Self.start : 0)
      before = byte
    }
    return words.reduce(0) { sum, word in sum + points(of: word) }
  }

  private mutating func points(of word: [UInt8]) -> Int {
    var rest = word[...]
    for byte in fold.bytes where byte == rest.first { rest.removeFirst() }
    guard rest.isEmpty else { return 0 }
    ends.removeAll(keepingCapacity: true)
    for index in starts.indices {
      let isHit = fold.bytes[index] == word[0]
      ends.append((isHit ? Self.hit + 2 * starts[index] : Self.none, starts[index]))
    }
    for letter in word.dropFirst() {
      // The points of the letter before, at the byte before; and the most of those further before.
      var (last, reached) = ((points: Self.none, start: 0), Self.none)
      for index in ends.indices {
        let next = ends[index]
        ends[index] = (Self.none, 0)
        if fold.bytes[index] == letter {
          let run = max(last.start, starts[index])
          let joined = last.points + max(run, Self.neighbour)
          let apart = reached + starts[index]
          ends[index] =
            joined >= apart ? (joined + Self.hit, run) : (apart + Self.hit, starts[index])
        }
        reached = max(reached - 1, last.points - Self.gap)
        last = next
      }
    }
    return max(ends.reduce(0) { max($0, $1.points) }, 1)
  }

  /// Letters of other scripts have more than one byte.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || isDigit(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
