import Glibc

/// Repeats a check until it is true. Returns false if it is still false after
/// `SocketClient.patience`.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .milliseconds(Int(SocketClient.patience))
  while try !isSo() {
    guard clock.now < end else { return false }
    usleep(5_000)
  }
  return true
}
