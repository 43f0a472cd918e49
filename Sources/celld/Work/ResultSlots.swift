/// A slot for each piece of parallel work. Each is written by one thread, and read when all threads
/// are done.
final class ResultSlots<Value: Sendable>: @unchecked Sendable {
  private let slots: UnsafeMutableBufferPointer<Value?>

  init(count: Int) {
    slots = .allocate(capacity: count)
    slots.initialize(repeating: nil)
  }

  func set(_ value: Value, at place: Int) {
    slots[place] = value
  }

  /// The values, in order.
  func values() -> [Value] {
    slots.compactMap { $0 }
  }

  deinit {
    slots.deinitialize()
    slots.deallocate()
  }
}
