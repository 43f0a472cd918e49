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
  let hint: String?

  init(_ node: JSON) {
    code = node["code"]?.int ?? 0
    message = node["message"]?.string ?? "the daemon answered with an error"
    let data = node["data"]
    kind = data?["kind"]?.string ?? ""
    path = data?["path"]?.string
    hint = data?["hint"]?.string
  }

  /// Where the parameters came from: that decides whose mistake invalid ones are.
  enum Scope {
    /// From the command line.
    case request
    /// From records.
    case records
  }

  /// The failure that it is for cellctl.
  func failure(scope: Scope) -> Failure {
    let status: ExitStatus =
      switch kind {
      case "sessionNotFound", "cellNotFound", "viewNotFound": .notFound
      case "parseError", "invalidRequest", "lineTooLong": .badData
      case "invalidParams": scope == .records ? .badData : .usage
      case "methodNotFound": .usage
      default: .failed
      }
    let place = path.map { $0.isEmpty ? "" : "\($0): " } ?? ""
    return Failure(status, place + message, hint: hint)
  }
}
