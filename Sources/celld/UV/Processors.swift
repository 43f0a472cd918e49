import CUV

/// The processors of this process.
enum Processors {
  /// The number of threads that can run at a time.
  static var count: Int { Int(uv_available_parallelism()) }

  /// Lowers the priority of the calling thread below the loop. Only the first call in a thread has
  /// an effect.
  static func standBack() {
    cuv_set_thread_nice(5)
  }
}
