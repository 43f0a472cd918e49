import Testing

@testable import celld

@Suite struct KeyIndexTests {
  /// Random changes of an index and of a dictionary, and copies that keep what they have.
  @Test func equalsADictionary() {
    var random = SystemRandomNumberGenerator()
    var index = KeyIndex()
    var lineages: [Int: UInt32] = [:]
    var copies: [(KeyIndex, [Int: UInt32])] = []
    // It grows, shrinks to nothing, and grows again.
    for (steps, removals) in [(20_000, 2), (40_000, 9), (5_000, 5)] {
      for step in 0..<steps {
        let number = Int.random(in: 0..<10_000, using: &random)
        let key = ByteKey("\(number)")
        if let old = lineages[number] {
          index.remove(key, old)
          lineages[number] = nil
        }
        if Int.random(in: 0..<10, using: &random) >= removals {
          let lineage = UInt32.random(in: 0..<100, using: &random)
          index.insert(key, lineage)
          lineages[number] = lineage
        }
        if step % 10_000 == 0 { copies.append((index, lineages)) }
      }
      copies.append((index, lineages))
    }
    for number in lineages.keys { index.remove(ByteKey("\(number)"), lineages[number] ?? 0) }
    #expect(index.count == 0)
    for (index, lineages) in copies {
      #expect(index.count == lineages.count)
      for number in 0..<10_000 {
        let found = index.lineages(of: ByteKey("\(number)"))
        #expect(found.first { $0 == lineages[number] } == lineages[number])
      }
    }
  }

  /// Among 300,000 keys, about ten pairs have the same 32 bits.
  @Test func keysWithEqualBitsAreBothFound() {
    let keys = (0..<300_000).map { ByteKey("\($0)") }
    var index = KeyIndex()
    for (number, key) in keys.enumerated() { index.insert(key, UInt32(number)) }
    var candidates = 0
    let found = keys.enumerated().allSatisfy { number, key in
      let lineages = Array(index.lineages(of: key))
      candidates += lineages.count
      return lineages.contains(UInt32(number))
    }
    #expect(found)
    #expect(candidates < keys.count + 1_000)
    for (number, key) in keys.enumerated() where number % 2 == 0 { index.remove(key, UInt32(number)) }
    #expect(index.count == keys.count / 2)
  }

  /// A list from a damaged store can have an id many times.
  @Test func anIdIsInsertedManyTimes() {
    var index = KeyIndex()
    for lineage in 0..<1_000 as Range<UInt32> { index.insert(ByteKey("x"), lineage) }
    #expect(index.count == 1_000)
    #expect(Set(index.lineages(of: ByteKey("x"))).count == 1_000)
    for lineage in 0..<1_000 as Range<UInt32> { index.remove(ByteKey("x"), lineage) }
    #expect(Array(index.lineages(of: ByteKey("x"))).isEmpty)
  }
}
