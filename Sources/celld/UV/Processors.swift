import CUV

/// What the threads of this process run on.
enum Processors {
  /// How many threads can run at a time.
  static var count: Int { Int(uv_available_parallelism()) }

  /// Has the calling thread stand back behind those that answer clients. Only the first call of a thread does something.
  static func standBack() {
    cuv_set_thread_nice(5)
  }
}
