import Glibc

/// A line and the memory that it came in. Passing it on costs nothing, however long it is; any thread may read it.
public final class LineBuffer: @unchecked Sendable {
  /// The line, with `JSONParser.padding` readable bytes behind it.
  public let bytes: UnsafeRawBufferPointer
  private let memory: UnsafeMutableRawPointer?

  /// Takes over memory from `malloc`, in which the line stands.
  init(_ bytes: UnsafeRawBufferPointer, in memory: UnsafeMutableRawPointer?) {
    self.bytes = bytes
    self.memory = memory
  }

  /// Copies bytes.
  public convenience init(copying source: some Collection<UInt8>) {
    let count = source.count
    let memory = UnsafeMutableRawBufferPointer.mallocated(count + JSONParser.padding)
    memory.copyBytes(from: source)
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).initializeMemory(as: UInt8.self, repeating: 0)
    self.init(UnsafeRawBufferPointer(rebasing: memory[..<count]), in: memory.baseAddress)
  }

  deinit { free(memory) }
}

extension UnsafeMutableRawBufferPointer {
  /// Memory from `malloc`, or the same grown by `realloc`, which moves pages rather than bytes where there are many.
  static func mallocated(
    _ count: Int, growing old: UnsafeMutableRawPointer? = nil
  ) -> UnsafeMutableRawBufferPointer {
    guard let memory = realloc(old, count) else { preconditionFailure("out of memory") }
    return UnsafeMutableRawBufferPointer(start: memory, count: count)
  }
}
