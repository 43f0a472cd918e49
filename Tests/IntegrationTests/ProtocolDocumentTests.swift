import Foundation
import Testing

@Suite("protocol.md")
struct ProtocolDocumentTests {
  let document: ProtocolDocument

  init() throws {
    document = try ProtocolDocument(at: SourceFolder.root.appendingPathComponent("protocol.md"))
  }

  @Test("every example has the documented result, in order, on one connection")
  func examples() throws {
    let (daemon, connection) = try DaemonProcess.withClient()
    #expect(document.examples.count > 30)
    for example in document.examples {
      switch example.content {
      case .console(let commands):
        for (command, output) in commands {
          #expect(try run(command, at: daemon.socketPath) == output, "\(example)")
        }
      case .messages(let steps):
        for step in steps {
          switch step {
          case .send(let message): connection.send(message)
          case .expect(let shown):
            guard let line = connection.receive() else {
              Issue.record("\(example): no answer where the document shows \(shown)")
              return
            }
            let difference = ProtocolExpectation.difference(
              expected: try parse(shown), actual: try parse(line))
            #expect(difference == nil, "\(example): \(line)")
          }
        }
        let surplus = connection.receive(within: 20)
        #expect(surplus == nil, "\(example): the document does not show this")
      }
    }
  }

  /// Returns the standard output of a shell command, with `CELLD_SOCKET` set to the daemon and
  /// its programs in `PATH`.
  private func run(_ command: String, at socketPath: String) throws -> String {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    let inherited = ProcessInfo.processInfo.environment
    let path = [DaemonProcess.folder.path, inherited["PATH"] ?? ""].joined(separator: ":")
    shell.environment = inherited.merging(["CELLD_SOCKET": socketPath, "PATH": path]) { $1 }
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func parse(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
  }
}
