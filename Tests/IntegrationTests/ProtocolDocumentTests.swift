import Foundation
import Testing

@Suite("protocol.md")
struct ProtocolDocumentTests {
  let document: ProtocolDocument

  init() throws {
    document = try ProtocolDocument(at: ProtocolDaemon.package.appendingPathComponent("protocol.md"))
  }

  @Test("every example gives what the document shows, in order, on one connection")
  func examples() throws {
    let daemon = try ProtocolDaemon()
    #expect(document.examples.count > 30)
    for example in document.examples {
      switch example.content {
      case .console(let commands):
        for (command, output) in commands {
          #expect(try daemon.run(command) == output, "\(example)")
        }
      case .messages(let steps):
        for step in steps {
          switch step {
          case .send(let message): try daemon.send(message)
          case .expect(let shown):
            guard let line = try daemon.receive() else {
              Issue.record("\(example): no answer where the document shows \(shown)")
              return
            }
            let difference = ProtocolExpectation.difference(
              expected: try parse(shown), actual: try parse(line))
            #expect(difference == nil, "\(example): \(line)")
          }
        }
        let surplus = try daemon.receive(within: 20)
        #expect(surplus == nil, "\(example): the document does not show this")
      }
    }
  }

  private func parse(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
  }
}
