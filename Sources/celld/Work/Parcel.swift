/// Holds a value that takes long to free. When the last reference to the parcel is gone, a worker
/// frees the value.
final class Parcel<Value: Sendable>: Sendable {
  let value: Value
  private let isLarge: Bool

  /// Creates a parcel of `value`. A value that is not large is freed together with the parcel.
  init(_ value: Value, isLarge: Bool = true) {
    self.value = value
    self.isLarge = isLarge
  }

  deinit {
    if isLarge { Workers.release(value) }
  }
}
