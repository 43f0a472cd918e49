import CUV

/// The processors of this process.
enum Processors {
  /// The number of threads that can run at a time.
  static var count: Int { Int(uv_available_parallelism()) }

  /// The nice value of the calling thread, if ``lowerPriority(to:)`` lowered it; else 0.
  static var priority: Int32 { cuv_thread_nice() }

  /// Lowers the priority of the calling thread to a nice value, unless it is as low already.
  static func lowerPriority(to niceValue: Int32) {
    cuv_set_thread_nice(niceValue)
  }
}
