import Foundation

/// The examples of protocol.md, in their order.
///
/// A block with the fence `celld` has messages: `--> ` sends one, and `<-- ` expects one. A line
/// that begins with spaces continues the message before it. A block with the fence `console` has
/// commands after `$ ` (`> ` continues a command), each followed by its output.
struct ProtocolDocument {
  /// A message to the daemon, or one that is expected from it.
  enum Step: Equatable {
    case send(String)
    case expect(String)
  }

  /// A fenced block: the number of its first line, and its content.
  struct Example: CustomStringConvertible {
    enum Content {
      case messages([Step])
      case console([(command: String, output: String)])
    }

    let line: Int
    let content: Content

    var description: String { "protocol.md:\(line)" }
  }

  let examples: [Example]

  init(at url: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    var examples: [Example] = []
    var fence: (name: Substring, line: Int, body: [String])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("```") else {
        fence?.body.append(String(line))
        continue
      }
      guard let open = fence else {
        fence = (line.dropFirst(3), index + 1, [])
        continue
      }
      switch open.name {
      case "celld": examples.append(Example(line: open.line, content: .messages(Self.steps(of: open.body))))
      case "console":
        examples.append(Example(line: open.line, content: .console(Self.commands(of: open.body))))
      default: break
      }
      fence = nil
    }
    self.examples = examples
  }

  private static func steps(of body: [String]) -> [Step] {
    var steps: [Step] = []
    for line in body {
      if line.hasPrefix("--> ") {
        steps.append(.send(String(line.dropFirst(4))))
      } else if line.hasPrefix("<-- ") {
        steps.append(.expect(String(line.dropFirst(4))))
      } else if let last = steps.popLast() {
        let rest = line.drop { $0 == " " }
        switch last {
        case .send(let text): steps.append(.send(text + rest))
        case .expect(let text): steps.append(.expect(text + rest))
        }
      }
    }
    return steps
  }

  private static func commands(of body: [String]) -> [(command: String, output: String)] {
    var commands: [(command: String, output: String)] = []
    for line in body {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), ""))
      } else if line.hasPrefix("> ") {
        commands[commands.count - 1].command += "\n" + line.dropFirst(2)
      } else {
        commands[commands.count - 1].output += line + "\n"
      }
    }
    return commands
  }
}

/// Compares a reply of the daemon with the reply in the document.
enum ProtocolExpectation {
  /// Members whose values differ from run to run. Only their types are compared.
  private static let volatile: Set<String> = [
    "revision", "layout", "clock", "instance", "pid", "server", "version", "bytes", "owner", "ownerName",
    "retryAfter",
    "by",
  ]

  /// Returns the first difference, or nil. The pair `"…": "…"` in an expected object means any
  /// further members, and `"…"` at the end of an expected array any further elements.
  static func difference(expected: Any, actual: Any, at path: String = "") -> String? {
    switch (expected, actual) {
    case (let expected as [String: Any], let actual as [String: Any]):
      let open = expected["…"] != nil
      let names = Set(expected.keys).subtracting(["…"])
      if let missing = names.subtracting(actual.keys).min() { return "\(path)/\(missing) is missing" }
      if !open, let added = Set(actual.keys).subtracting(names).min() {
        return "\(path)/\(added) is not shown"
      }
      for name in names.sorted() {
        guard let shown = expected[name], let given = actual[name] else { continue }
        if volatile.contains(name) {
          if kind(shown) != kind(given) { return "\(path)/\(name) is of another kind: \(given)" }
        } else if let difference = difference(expected: shown, actual: given, at: "\(path)/\(name)") {
          return difference
        }
      }
      return nil
    case (let expected as [Any], let actual as [Any]):
      let open = (expected.last as? String) == "…"
      let shown = open ? expected.dropLast() : expected[...]
      if open ? actual.count < shown.count : actual.count != shown.count {
        return "\(path) has \(actual.count) elements"
      }
      for (index, pair) in zip(shown, actual).enumerated() {
        if let difference = difference(expected: pair.0, actual: pair.1, at: "\(path)/\(index)") {
          return difference
        }
      }
      return nil
    case (let expected as NSObject, let actual as NSObject):
      return kind(expected) == kind(actual) && expected == actual ? nil : "\(path) is \(actual)"
    default:
      return "\(path) is \(actual)"
    }
  }

  /// Returns the JSON type of the value, so that `true` differs from 1.
  private static func kind(_ value: Any) -> String {
    switch value {
    case is String: "string"
    case is [Any]: "array"
    case is [String: Any]: "object"
    case is NSNull: "null"
    case let number as NSNumber: String(cString: number.objCType) == "c" ? "bool" : "number"
    default: "unknown"
    }
  }
}
