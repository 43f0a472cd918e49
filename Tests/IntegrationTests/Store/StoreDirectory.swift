import Foundation
import Testing

/// A directory with a store, in which daemons are started one after the other.
final class StoreDirectory {
  let path: String

  init() throws { path = try DaemonProcess.makeDirectory() }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var store: String { path + "/store.db" }

  /// Starts a daemon with the store.
  func start(_ arguments: [String] = [], bootID: String = "b1") throws -> DaemonProcess {
    try listening(
      DaemonProcess(["--store", store] + arguments, environment: ["CELLD_BOOT_ID": bootID], in: path))
  }

  /// Starts a daemon at the same socket that does not use the store.
  func startWithoutStore() throws -> DaemonProcess { try listening(DaemonProcess(in: path)) }

  /// Waits until a daemon listens. A cellctl that finds nobody at the socket starts another one.
  private func listening(_ daemon: DaemonProcess) throws -> DaemonProcess {
    daemon.removesDirectory = false
    _ = try daemon.connect()
    return daemon
  }
}
