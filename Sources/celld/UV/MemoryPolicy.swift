import CUV

/// How the C library's allocator is to treat the memory of a long-lived process.
enum MemoryPolicy {
  /// Buffers from this size on are given back to the system as soon as they are free. By itself the allocator
  /// raises the bound with every large line that is read, up to 32 MiB, and then keeps as much.
  private static let largeBuffer: Int32 = 1 << 20
  /// Free memory at the heap's end that is kept for what comes next.
  private static let keptAtEnd: Int32 = 4 << 20

  /// To be called once, before there are threads.
  static func apply() {
    cuv_set_memory_policy(largeBuffer, keptAtEnd)
  }
}
