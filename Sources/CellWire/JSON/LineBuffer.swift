import Glibc

/// A line and the memory that holds it. Any thread may read it, and passing it on copies nothing.
public final class LineBuffer: @unchecked Sendable {
  /// The line, followed by `JSONParser.padding` readable bytes.
  public let bytes: UnsafeRawBufferPointer
  private let memory: UnsafeMutableRawPointer?

  /// Takes ownership of memory from `malloc` that contains the line.
  init(_ bytes: UnsafeRawBufferPointer, in memory: UnsafeMutableRawPointer?) {
    self.bytes = bytes
    self.memory = memory
  }

  /// Creates a line with a copy of the bytes.
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
  /// Returns memory from `malloc`, or `old` grown by `realloc`, which remaps the pages of large
  /// blocks instead of copying them.
  static func mallocated(
    _ count: Int, growing old: UnsafeMutableRawPointer? = nil
  ) -> UnsafeMutableRawBufferPointer {
    guard let memory = realloc(old, count) else { preconditionFailure("out of memory") }
    return UnsafeMutableRawBufferPointer(start: memory, count: count)
  }
}
