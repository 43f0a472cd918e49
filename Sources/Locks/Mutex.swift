import Glibc

/// A value that only one thread at a time can use.
///
/// It wraps the mutex of the C library: ThreadSanitizer reports false races with
/// `Synchronization.Mutex`.
public final class Mutex<Value>: @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  public init(_ value: sending Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs the body with exclusive access. The body must not block and must not take the same lock.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Runs the body with exclusive access, or returns `nil` if another thread has it.
  @inlinable
  public func withLockIfAvailable<Result>(_ body: (inout Value) -> Result?) -> Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
