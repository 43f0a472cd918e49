import Foundation

/// A real celld, and real cellctl runs that talk to it.
final class CellctlSession {
  private let daemon: DaemonProcess

  /// - Parameter options: of the daemon.
  init(_ options: String...) throws {
    daemon = try DaemonProcess(options)
    _ = try daemon.connect()
  }

  var socketPath: String { daemon.socketPath }

  /// Connects a client of the protocol.
  func connect() throws -> RPCClient { try RPCClient(daemon) }

  /// Runs cellctl to its end.
  @discardableResult
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> CellctlProcess {
    try CellctlProcess.run(
      arguments, input: input, socket: daemon.socketPath, environment: environment)
  }

  /// The cells of a session, as `cells.get` returns them.
  func cells(of session: String) throws -> [[String: Any]] {
    let result = try object(run("call", "cells.get", #"{"session":"\#(session)"}"#).output)
    return result["cells"] as? [[String: Any]] ?? []
  }

  /// A member of each cell that is a text.
  func texts(_ member: String, of session: String) throws -> [String] {
    try cells(of: session).map { $0[member] as? String ?? "" }
  }

  /// The JSON object in a text.
  func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}
