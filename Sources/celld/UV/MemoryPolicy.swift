import CUV

/// Settings of the C library's allocator for a long-lived process.
enum MemoryPolicy {
  /// Buffers of at least this size return to the system as soon as they are free. By default the
  /// allocator raises this bound with every large line, up to 32 MiB, and then keeps as much.
  private static let largeBuffer: Int32 = 1 << 20
  /// Free memory at the end of the heap that is kept.
  private static let keptAtEnd: Int32 = 4 << 20
  /// The bytes by which heaps grow. By default each 128 KiB of cells take a call of the kernel.
  private static let growth: Int32 = 2 << 20

  /// Call this once, before threads start.
  static func apply() {
    cuv_set_memory_policy(largeBuffer, keptAtEnd, growth)
  }

  /// Maps pages of the thread's heap for objects of together about `bytes`, which follow. They are
  /// less than a large buffer.
  static func prepare(_ bytes: Int) {
    cuv_map_memory(min(bytes, Int(largeBuffer) / 2))
  }

  /// Returns the free memory of all heaps to the system. Threads that need memory may wait.
  static func trim() {
    cuv_trim_memory()
  }
}
