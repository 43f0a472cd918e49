import ArgumentParser
import CellClient
import CellProtocol
import CellWire
import Glibc

/// `cellctl call METHOD [PARAMS]`.
struct Call: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Send one raw request, or request lines from standard input.",
    usage: "cellctl call <method> [<params>] [<options>]",
    discussion: """
      Prints the result of the method. With - instead of a method, sends every line of standard input unchanged, and \
      prints every line that the daemon sends. Characters that control a terminal are escaped.
      """)

  @Argument(
    help: "The method, or -.", completion: .list(Methods.names))
  var method: String

  @Argument(help: "A JSON object.")
  var params: String?

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    if method == "-" { return try connection.connect().relay() }
    let params = params ?? "{}"
    guard JSONText.isValue(params) else {
      throw Failure(
        .badData, "the parameters are not valid JSON: \(params)",
        hint: "quote them for the shell: '{\"session\":\"jobs\"}'")
    }
    let client = try connection.connect()
    let reply = try client.reply(to: client.send(method, json: Array(params.utf8))) { $0.failureOfJSON }
    let output = StandardOutput()
    try reply.withResult { try output.line(json: $0.raw) }
    try output.flush()
  }
}

extension Client {
  /// Sends standard input unchanged and prints every received line, until both have ended.
  fileprivate func relay() throws {
    let input = try InputSource(path: "-")
    let output = StandardOutput()
    var isSending = true
    while true {
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isSending ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      if waiting[1].revents != 0 {
        switch try input.read(milliseconds: 0) {
        case .bytes(let piece): try sendRaw(Array(piece))
        case .idle, .newFile: break
        case .end:
          isSending = false
          finishSending()
        }
      }
      let isOpen = waiting[0].revents == 0 ? true : try receive()
      while let line = try bufferedLine() { try output.line(json: line) }
      try output.flush()
      if !isOpen { return }
    }
  }
}
