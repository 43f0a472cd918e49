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
  /// Milliseconds after which the same request may find room; only where the daemon is busy, and did nothing.
  let retryAfter: Int?

  init(_ node: JSON) {
    code = node["code"]?.int ?? 0
    message = node["message"]?.string ?? "the daemon answered with an error"
    let data = node["data"]
    kind = data?["kind"]?.string ?? ""
    path = data?["path"]?.string
    retryAfter = kind == ErrorKind.busy.rawValue ? data?["retryAfter"]?.int : nil
  }

  /// An error that no daemon had to find.
  init(_ error: RPCError) {
    code = error.kind.code
    message = error.message
    kind = error.kind.rawValue
    path = error.path
    retryAfter = nil
  }

  /// Where the parameters came from: that decides whose mistake invalid ones are, and whether their place helps.
  enum Scope {
    /// From the options and arguments of a command.
    case arguments
    /// From JSON that was typed.
    case json
    /// From records that stand at these places, each of them a cell already or made one by a mapping.
    case records([RecordPlace], isMapped: Bool = true)
  }

  /// The failure that it is for cellctl.
  func failure(_ scope: Scope) -> Failure {
    let failure = Failure(status(scope), place(scope) + message)
    return switch scope {
    case .json: failure
    case .arguments: cured(failure)
    case .records(_, let isMapped):
      isMapped ? cured(failure) : cured(failure).suggestingMapping(member: member)
    }
  }

  private func cured(_ failure: Failure) -> Failure {
    guard let cure = CommandCure.sentence(for: ErrorKind(rawValue: kind), path: path) else { return failure }
    var failure = failure
    failure.message = CommandCure.withoutMethods(failure.message)
    failure.hint = cure
    return failure
  }

  /// The member of a cell that the place is, where it is one and not deeper.
  private var member: String? {
    let steps = path?.split(separator: "/") ?? []
    return kind == ErrorKind.invalidParams.rawValue && steps.count == 3 && steps[0] == "cells"
      ? String(steps[2]) : nil
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

  /// What stands in front of the sentence: the place of a record, and the place in it.
  private func place(_ scope: Scope) -> String {
    // That there is no such cell says all, wherever its id stood.
    guard let path, !path.isEmpty, kind != ErrorKind.cellNotFound.rawValue else { return "" }
    switch scope {
    case .arguments: return EnvironmentMember.name(at: path).map { "\($0): " } ?? ""
    case .json: return "\(path): "
    case .records(let places, _):
      let steps = path.split(separator: "/")
      guard steps.first == "cells", steps.count > 1, let index = Int(steps[1]), places.indices.contains(index)
      else { return "\(path): " }
      let rest = steps.dropFirst(2).joined(separator: "/")
      return "\(places[index]): \(rest.isEmpty ? "" : "\(rest): ")"
    }
  }
}

extension Failure {
  /// With the cure for records that are no cells yet: those without a title, or with members that no cell has.
  /// - Parameter member: of the record, where the failure speaks of one.
  func suggestingMapping(member: String?) -> Failure {
    guard let member, member == "title" || CellMember.kind(of: member) == nil else { return self }
    var failure = self
    failure.hint = "make cells of other records with --map 'title={name}'; see 'cellctl help mapping'"
    return failure
  }
}
