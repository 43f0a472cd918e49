import Glibc
import Testing

@testable import celld

@Suite struct OutputQueueTests {
  /// Writes everything. Reads at the other end if the socket is full.
  private func drain(_ queue: inout OutputQueue) throws -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isBlocked = true
    while isBlocked {
      isBlocked = queue.write(to: ends[0]) == .blocked
      while case .moved(let count) = buffer.withUnsafeMutableBytes({
        SocketCalls.receive(into: $0, from: ends[1])
      }) {
        received += buffer[..<count]
      }
    }
    return received
  }

  @Test func keepsTheOrderOfSmallAndLargePieces() throws {
    var queue = OutputQueue()
    var expected: [UInt8] = []
    for (number, size) in [1, 10, 70_000, 5, 0, 300_000, 70_000, 64 << 10, (64 << 10) - 1, 7].enumerated() {
      let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ number) }
      queue.append(piece)
      expected += piece
    }
    #expect(queue.count == expected.count)
    #expect(try drain(&queue) == expected)
    #expect(queue.isEmpty)
    queue.append([1, 2])
    #expect(try drain(&queue) == [1, 2])
  }

  @Test func tellsABrokenConnection() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    close(ends[1])
    var queue = OutputQueue()
    queue.append([1])
    #expect(queue.write(to: ends[0]) == .broken)
    close(ends[0])
  }
}
