import CellEngine
import CellFonts
import CellProtocol
import Dispatch
import Glibc
import Logging
import Testing

@testable import celld

/// While the fonts of a client are loaded, other clients get their replies.
@Suite struct FontLoadingTests {
  /// The fonts of the machine. They are loaded when the test opens the gate.
  private final class SlowFonts: FontSource {
    let library = FontLibrary()
    let gate = DispatchSemaphore(value: 0)

    func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics {
      gate.wait()
      return try library.metrics(for: request)
    }

    func metricsAtHand(for request: FontRequest) -> (any FontMetrics)? {
      library.metricsAtHand(for: request)
    }
  }

  /// Serves a client that needs fonts, and another that disconnects before they are loaded.
  ///
  /// - Returns: the lines that the first client received before that, and later.
  private func serve(_ lines: String, loads: Int) throws -> (before: [String], after: [String]) {
    let fonts = SlowFonts()
    let loop = try EventLoop()
    let workers = try Workers(loop)
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = try Server(loop: loop, workers: workers, limits: .standard, log: log)
    let service = try MethodTable(server, fonts: fonts).service
    server.service = service
    let (first, second) = (try connect(server), try connect(server))
    var before: [String] = []
    server.service.connectionClosed = { connection in
      service.connectionClosed(connection)
      guard before.isEmpty else { return }
      before = received(first)
      for _ in 0..<loads { fonts.gate.signal() }
    }
    server.onIdle = {
      server.service.close()
      server.close()
      workers.close()
    }
    send(lines, to: first)
    // The second client sends its request while the first one waits, and has its first reply.
    var timer: LoopTimer?
    timer = try LoopTimer(loop) {
      var byte: UInt8 = 0
      guard recv(first, &byte, 1, Int32(MSG_PEEK)) == 1 else { return timer?.start(after: 20) ?? () }
      send(#"{"id":9,"method":"ping"}"#, to: second)
    }
    timer?.start(after: 20)
    loop.run()
    timer?.close()
    #expect(loop.close() == 0)
    #expect(received(second) == [#"{"jsonrpc":"2.0","id":9,"result":{}}"#])
    server.service = Service()
    server.onIdle = {}
    let after = received(first)
    close(first)
    close(second)
    return (before, after)
  }

  private func connect(_ server: Server) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    server.accept(ends[0])
    return ends[1]
  }

  private func send(_ text: String, to client: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { SocketCalls.send($0, to: client) }
    shutdown(client, Int32(SHUT_WR))
  }

  /// All lines that have arrived.
  private func received(_ client: Int32) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case .moved(let count) = buffer.withUnsafeMutableBytes({
      SocketCalls.receive(into: $0, from: client)
    }) {
      bytes += buffer[..<count]
    }
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let create = #"{"id":1,"method":"session.create","params":{"session":"s"}}"# + "\n"

  @Test(.timeLimit(.minutes(1))) func aPingIsAnsweredWhileFontsAreLoaded() throws {
    let (before, after) = try serve(
      Self.create + #"{"id":2,"method":"view.set","params":{"session":"s","unit":"point","width":300}}"#
        + "\n"
        + #"{"id":3,"method":"rows.pull","params":{"session":"s","format":"frames"}}"#, loads: 1)
    #expect(before.count == 1 && before.first?.contains(#""id":1,"result""#) == true)
    #expect(after.count == 2)
    #expect(after.first?.contains(#""id":2,"result":{"view":"main""#) == true)
    #expect(after.last?.contains(#""id":3,"result""#) == true, "\(after)")
  }

  @Test(.timeLimit(.minutes(1))) func eachMissingFamilyIsLoaded() throws {
    // All views are resolved for another profile.
    let views = [200, 300].map {
      #"{"id":\#($0),"method":"view.set","params":{"session":"s","view":"\#($0)","unit":"point","#
        + #""width":300,"textScale":\#($0 / 100)}}"#
    }
    let configure = #"[{"id":4,"method":"session.configure","params":{"session":"s","profile":"ios"}}]"#
    let (before, after) = try serve(Self.create + (views + [configure]).joined(separator: "\n"), loads: 4)
    #expect(before.count == 1, "\(before)")
    #expect(after.count == 3)
    #expect(after.last?.contains(#""id":4,"result""#) == true, "\(after)")
  }

  @Test(.timeLimit(.minutes(1))) func aMissingFamilyIsAnErrorOnceItWasLookedFor() throws {
    let (before, after) = try serve(
      Self.create
        + #"{"id":2,"method":"view.set","params":{"session":"s","unit":"point","font":{"family":"No Such"}}}"#,
      loads: 1)
    #expect(before.count == 1, "\(before)")
    #expect(after.count == 1 && after.first?.contains(#""error""#) == true)
    #expect(after.first?.contains("No Such") == true, "\(after)")
  }

  @Test(.timeLimit(.minutes(1))) func aCellAloneWaitsForItsFonts() throws {
    let (before, after) = try serve(
      Self.create
        + #"{"id":2,"method":"cell.layout","params":{"format":"frames","#
        + #""cell":{"id":"a","title":"T"},"environment":{"unit":"point"}}}"#,
      loads: 1)
    #expect(before.count == 1, "\(before)")
    #expect(after.count == 1 && after.first?.contains(#""id":2,"result":{"row""#) == true, "\(after)")
  }
}
