import Glibc

/// Asks again and again until it is so. False when it has not become so in as long as `SocketClient.patience`.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .milliseconds(Int(SocketClient.patience))
  while try !isSo() {
    guard clock.now < end else { return false }
    usleep(5_000)
  }
  return true
}
