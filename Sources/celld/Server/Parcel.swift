/// Holds a value that takes long to give back. Wherever the last reference to the parcel goes, the value goes on a
/// worker.
final class Parcel<Value: Sendable>: Sendable {
  let value: Value
  private let isLarge: Bool

  /// A parcel of `value`. One that is not large goes where the parcel does.
  init(_ value: Value, isLarge: Bool = true) {
    self.value = value
    self.isLarge = isLarge
  }

  deinit {
    if isLarge { Workers.release(value) }
  }
}
