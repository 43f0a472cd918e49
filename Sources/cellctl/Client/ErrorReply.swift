import CellProtocol

/// The error of a reply, as protocol.md lists them.
struct ErrorReply {
  let code: Int
  /// The stable name, such as `sessionNotFound`.
  let kind: String
  /// A sentence.
  let message: String
  /// Where in the parameters, as `/cells/3/tilte`.
  let path: String?

  init(_ node: JSON) {
    code = node["code"]?.int ?? 0
    message = node["message"]?.string ?? "the daemon answered with an error"
    let data = node["data"]
    kind = data?["kind"]?.string ?? ""
    path = data?["path"]?.string
  }

  /// Where the parameters came from: that decides whose mistake invalid ones are, and whether their place helps.
  enum Scope {
    /// From the options and arguments of a command.
    case arguments
    /// From JSON that was typed.
    case json
    /// From records that stand on these lines.
    case records(lines: [Int])
  }

  /// The failure that it is for cellctl.
  func failure(_ scope: Scope) -> Failure {
    Failure(status(scope), place(scope) + message)
  }

  private func status(_ scope: Scope) -> ExitStatus {
    switch kind {
    case "sessionNotFound", "cellNotFound", "viewNotFound": .notFound
    case "parseError", "invalidRequest", "lineTooLong": .badData
    case "invalidParams":
      if case .records = scope { .badData } else { .usage }
    case "methodNotFound": .usage
    default: .failed
    }
  }

  /// What stands in front of the sentence: the line of a record, and the place in it.
  private func place(_ scope: Scope) -> String {
    guard let path, !path.isEmpty else { return "" }
    switch scope {
    case .arguments: return ""
    case .json: return "\(path): "
    case .records(let lines):
      let steps = path.split(separator: "/")
      guard steps.first == "cells", steps.count > 1, let index = Int(steps[1]), lines.indices.contains(index)
      else { return "\(path): " }
      let rest = steps.dropFirst(2).joined(separator: "/")
      return "line \(lines[index]): \(rest.isEmpty ? "" : "\(rest): ")"
    }
  }
}
