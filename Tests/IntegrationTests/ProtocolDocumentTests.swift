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

  @Test("every method that the daemon serves has a section that names each of its parameters")
  func completeness() throws {
    let daemon = try ProtocolDaemon()
    try daemon.send(#"{"id":1,"method":"rpc.discover"}"#)
    let line = try #require(try daemon.receive())
    let reply = try #require(try parse(line) as? [String: Any])
    let result = try #require(reply["result"] as? [String: Any])
    let methods = try #require(result["methods"] as? [[String: Any]])
    #expect(methods.count == 27)
    let environment = section(of: "## 5. Environments")
    for method in methods {
      let name = try #require(method["name"] as? String)
      let text = section(of: "### `\(name)`\n")
      #expect(!text.isEmpty, "protocol.md has no section for \(name)")
      let inherited = name == "rows.watch" ? section(of: "### `rows.pull`\n") : ""
      for parameter in try #require(method["params"] as? [[String: Any]]) {
        let parameter = try #require(parameter["name"] as? String)
        let mentioned = (text + inherited + (name == "view.set" ? environment : "")).contains(
          "`\(parameter)`")
        #expect(mentioned, "protocol.md does not say what \(parameter) of \(name) is")
      }
    }
  }

  /// The text from a heading to the next heading of its own or a higher level.
  private func section(of heading: String) -> Substring {
    guard let start = document.text.range(of: heading) else { return "" }
    let rest = document.text[start.upperBound...]
    let end = [rest.range(of: "\n## "), rest.range(of: "\n### ")].compactMap { $0?.lowerBound }.min()
    return rest[..<(end ?? rest.endIndex)]
  }

  private func parse(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
  }
}
