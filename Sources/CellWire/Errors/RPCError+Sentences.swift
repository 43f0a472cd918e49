extension RPCError {
  /// The line is not JSON that celld accepts.
  package static func parseError(_ error: JSONError) -> RPCError {
    RPCError(
      .parseError, "\(error.sentence). Send one JSON value per line, in UTF-8.",
      path: error.path.isEmpty ? nil : error.path,
      details: [JSON.Member("offset", JSON(error.offset))])
  }

  /// The value is not a request. `reason` is a whole sentence.
  package static func invalidRequest(_ reason: String) -> RPCError { RPCError(.invalidRequest, reason) }

  /// The method is unknown.
  package static func methodNotFound(_ name: String, known: [String] = []) -> RPCError {
    let near = nearestName(to: name, in: known)
    let cure = near.map { "use \(quoted($0))" } ?? "rpc.discover lists all methods"
    return RPCError(.methodNotFound, "Unknown method \(quoted(name)); \(cure).", hint: near)
  }

  /// Parameters that are wrong in a way of their own. `message` is a whole sentence.
  @usableFromInline package static func invalidParams(
    _ message: String, path: String? = nil, hint: String? = nil
  ) -> RPCError {
    RPCError(.invalidParams, message, path: path, hint: hint)
  }

  /// An object has a member that it must not have. `path` is the object's.
  @usableFromInline package static func unknownMember(_ name: String, at path: String, known: [String])
    -> RPCError
  {
    let near = nearestName(to: name, in: known)
    let cure = known.isEmpty ? "remove it" : useOne(of: known, near: near)
    return RPCError(
      .invalidParams, "Unknown member \(quoted(name)); \(cure).",
      path: path + "/" + JSONPointer.escape(name), hint: near)
  }

  /// A required member is missing. `path` is the object's.
  @usableFromInline package static func missingMember(_ name: String, at path: String) -> RPCError {
    RPCError(.invalidParams, "\(quoted(name)) is required; add it.", path: path + "/" + name)
  }

  /// A value has the wrong type or is out of range. `expected` is a noun with its article.
  @usableFromInline package static func wrongType(at path: String, expected: String, found: JSONNode)
    -> RPCError
  {
    RPCError(.invalidParams, "Expected \(expected), got \(found.description).", path: path)
  }

  /// A string is not one of the possible values.
  package static func unknownValue(_ value: String, at path: String, known: [String]) -> RPCError {
    let near = nearestName(to: value, in: known)
    return RPCError(
      .invalidParams, "Unknown value \(quoted(value)); \(useOne(of: known, near: near)).",
      path: path, hint: near)
  }

  /// A bug in the daemon.
  package static func internalError(_ what: String) -> RPCError {
    RPCError(.internalError, "Internal error: \(what). Nothing was changed; please report this.")
  }

  /// The session does not exist. `known` are the names that the caller may see.
  ///
  /// - Parameter isOwn: whether the caller could create it. Nobody creates sessions for others.
  package static func sessionNotFound(
    _ name: String, known: some Sequence<String> = [], isOwn: Bool = true
  ) -> RPCError {
    let near = nearestName(to: name, in: known)
    let cure =
      near.map { "did you mean \(quoted($0))?" }
      ?? (isOwn ? "cells.push creates it." : "only its owner can create it. session.list shows the others.")
    return RPCError(.sessionNotFound, "There is no session \(quoted(name)); \(cure)", hint: near)
  }

  /// The session has no cell of that id.
  package static func cellNotFound(_ id: String, path: String? = nil) -> RPCError {
    RPCError(
      .cellNotFound, "The session has no cell \(quoted(id)); cells.get lists its cells.", path: path)
  }

  /// The session has no view of that name.
  package static func viewNotFound(_ name: String, known: some Sequence<String> = []) -> RPCError {
    let near = nearestName(to: name, in: known)
    let cure = near.map { "did you mean \(quoted($0))?" } ?? "view.set creates it."
    return RPCError(
      .viewNotFound, "The session has no view \(quoted(name)); \(cure)", hint: near)
  }

  /// A session of that name exists.
  package static func sessionExists(_ name: String) -> RPCError {
    RPCError(
      .sessionExists, "The session \(quoted(name)) already exists; set ifAbsent to keep it as it is.",
      hint: "ifAbsent")
  }

  /// A limit of the daemon was exceeded. With the scope `user`, `max` is the present share of the
  /// user.
  package static func limitExceeded(_ limit: Limits.Name, scope: Limits.Scope, max: Int) -> RPCError {
    let what =
      scope == .user
      ? "Your share of the limit \(limit.rawValue), \(max) at the moment,"
      : "The limit \(limit.rawValue) of \(max) per \(scope.rawValue)"
    return limitExceeded(
      limit, scope: scope, max: max,
      "\(what) is exceeded; send less, remove something, or start celld with a higher "
        + "--limit \(limit.rawValue)=NUMBER.")
  }

  /// A request of a batch was dropped because the replies before it exceed `max` bytes.
  package static func leftOutOfBatch(max: Int) -> RPCError {
    limitExceeded(
      .reply, scope: .line, max: max,
      "The replies to the batch are too long, so this request was dropped; send it again.")
  }

  /// The whole batch gets one reply, as too many of its requests were dropped.
  package static func batchExceedsReply(max: Int) -> RPCError {
    limitExceeded(
      .reply, scope: .line, max: max,
      "The replies to this batch have more than \(max) bytes, and some requests may have taken effect; "
        + "send smaller batches.")
  }

  private static func limitExceeded(
    _ limit: Limits.Name, scope: Limits.Scope, max: Int, _ sentence: String
  ) -> RPCError {
    RPCError(
      .limitExceeded, sentence,
      details: [
        JSON.Member("limit", .string(limit.rawValue)), JSON.Member("scope", .string(scope.rawValue)),
        JSON.Member("max", JSON(max)),
      ])
  }

  /// A line is longer than the limit.
  package static func lineTooLong(max: Int) -> RPCError {
    RPCError(
      .lineTooLong,
      "The line is longer than \(max) bytes and was skipped; split it into several requests.",
      details: [
        JSON.Member("limit", "line"), JSON.Member("scope", "line"), JSON.Member("max", JSON(max)),
      ])
  }

  /// The session is shared, but the request is allowed only for its owner.
  package static func notTheOwner(_ session: String) -> RPCError {
    RPCError(
      .accessDenied,
      "Only the owner of the session \(quoted(session)) can configure or delete it; ask its owner.")
  }

  /// The machine has no user of the name, or the number is not that of a user.
  package static func unknownUser(_ name: String) -> RPCError {
    RPCError(
      .invalidParams,
      "This machine has no user \(quoted(name)); use a user's name or number, or \"me\".",
      path: "/owner")
  }

  /// Only other users have a session of that name, and the request must name one of them.
  package static func ownerNeeded(_ session: String) -> RPCError {
    RPCError(
      .invalidParams, "The session \(quoted(session)) belongs to another user; add its owner.",
      path: "/owner")
  }

  /// The revision of the session is not the one that the request expects.
  package static func revisionConflict(expected: Int, actual: Int) -> RPCError {
    RPCError(
      .revisionConflict,
      "The session is at revision \(actual), not \(expected); pull the changes and try again.",
      path: "/ifRevision", details: [JSON.Member("revision", JSON(actual))])
  }

  /// The connection has no such subscription.
  package static func subscriptionNotFound(_ subscription: String) -> RPCError {
    RPCError(
      .subscriptionNotFound,
      "This connection has no subscription \(quoted(subscription)): it may have ended with its session "
        + "or view; rows.watch opens a new one.")
  }

  /// The cell has no such action.
  package static func actionNotFound(_ action: String, cell: String, known: [String]) -> RPCError {
    let near = nearestName(to: action, in: known)
    // A cell can have any number of actions.
    var names: [String] = []
    for name in known where names.count < 8 && !names.contains(quoted(name)) { names.append(quoted(name)) }
    let others = names.isEmpty ? "" : "; use one of \(names.joined(separator: ", "))"
    let cure = near.map { "; use \(quoted($0))" } ?? others
    return RPCError(
      .actionNotFound, "The cell \(quoted(cell)) has no action \(quoted(action))\(cure).",
      path: "/action", hint: near)
  }

  /// The cell is disabled, and so are its actions.
  package static func cellDisabled(_ cell: String, action: String, path: String) -> RPCError {
    RPCError(
      .actionDisabled,
      "The cell \(quoted(cell)) is disabled, and so is its action \(quoted(action)); "
        + "push the cell with enabled: true.",
      path: path)
  }

  /// The action is disabled.
  package static func actionDisabled(_ action: String, cell: String) -> RPCError {
    RPCError(
      .actionDisabled,
      "The action \(quoted(action)) of the cell \(quoted(cell)) is disabled; "
        + "push it with enabled: true.",
      path: "/action")
  }

  /// The action of a session is disabled.
  package static func selectionActionDisabled(_ action: String) -> RPCError {
    RPCError(
      .actionDisabled,
      "The action \(quoted(action)) of the session is disabled; configure its selectionActions with "
        + "enabled: true.",
      path: "/action")
  }

  /// A cell that is not an object cannot be selected. `kind` is the name of its kind.
  package static func notSelectable(_ cell: String, kind: String, path: String) -> RPCError {
    RPCError(
      .invalidParams,
      "The cell \(quoted(cell)) cannot be selected, as its kind is \(kind); leave it out.", path: path)
  }

  /// The session refuses the drill-down.
  package static func drillDownDisabled(cell: String) -> RPCError {
    RPCError(
      .actionDisabled,
      "The cell \(quoted(cell)) cannot be opened, as its session has drillDown: false; "
        + "change that with session.configure.",
      path: "/action")
  }

  /// This build or unit does not have it. `what` is the subject of the sentence.
  package static func unsupported(_ what: String, path: String? = nil) -> RPCError {
    RPCError(
      .unsupported, "\(what) is not supported; hello lists what this daemon supports.", path: path)
  }

  /// The store cannot promise a durability. `reason` is why, and the cure.
  package static func unsupported(durability: String, _ reason: String) -> RPCError {
    RPCError(
      .unsupported, "The durability \(durability) is not possible now. \(reason)", path: "/durability")
  }

  /// No installed font has this family. The path begins at the environment.
  package static func fontFamilyNotInstalled(_ family: String, package: String?) -> RPCError {
    let cure = package.map { "on Debian, run 'apt-get install \($0)'" } ?? "install it, or use another"
    return RPCError(
      .unsupported,
      "The font family \(quoted(family)) is not installed; \(cure). "
        + "'fc-list : family' lists the installed ones.",
      path: "/font")
  }

  /// No font is installed to measure points with. The path begins at the environment.
  package static func noFonts() -> RPCError {
    RPCError(
      .unsupported,
      "No fonts are installed, and points are measured with fonts; on Debian, run 'apt-get install "
        + "fonts-inter fonts-noto-core', or use the font family \"fixed\", which needs none.",
      path: "/font")
  }

  /// The request came after the daemon began to end, and had no effect.
  package static let shuttingDown = RPCError(
    .shuttingDown, "The daemon is ending and did not take the request; connect again and repeat it.",
    details: [JSON.Member("applied", false)])

  /// The daemon ended before the request was done. A change may still reach the store.
  package static let cutOff = RPCError(
    .shuttingDown,
    "The daemon ended before the request was done; connect again and check what has changed.",
    details: [JSON.Member("applied", "unknown")])

  /// The client has left, so nobody reads this.
  package static let clientLeft = internalError("the client has left")

  /// The daemon has no room for the request at the moment.
  package static func busy(retryAfter milliseconds: Int) -> RPCError {
    RPCError(
      .busy, "The daemon is busy; try again in \(milliseconds) ms.",
      details: [JSON.Member("retryAfter", JSON(milliseconds))])
  }

  /// The session did not reach a revision in time.
  package static func busy(retryAfter milliseconds: Int, revision: UInt64, awaited: UInt64) -> RPCError {
    RPCError(
      .busy,
      "The session has the revision \(revision), and not \(awaited) yet; try again in \(milliseconds) ms.",
      details: [JSON.Member("retryAfter", JSON(milliseconds))])
  }

  /// The connection or its user holds too much of a shared limit at the moment.
  package static func busy(
    retryAfter milliseconds: Int, limit: Limits.Name, scope: Limits.Scope
  ) -> RPCError {
    let what =
      switch scope {
      case .connection: "This connection's share of the limit \(limit.rawValue)"
      case .user: "Your share of the limit \(limit.rawValue)"
      case .line, .session, .daemon: "The limit \(limit.rawValue)"
      }
    return RPCError(
      .busy, "\(what) is used up; try again in \(milliseconds) ms.",
      details: [
        JSON.Member("retryAfter", JSON(milliseconds)), JSON.Member("limit", .string(limit.rawValue)),
        JSON.Member("scope", .string(scope.rawValue)),
      ])
  }
}

/// Returns a name as it is quoted in a sentence: in double quotes, at most 64 scalars of it.
package func quoted(_ name: String) -> String { "\"\(name.printable(atMost: 64))\"" }

/// Returns what to do about an unknown name: `use "title"`, or `use one of id, title` if no name is
/// near.
package func useOne(of known: [String], near: String?) -> String {
  near.map { "use \(quoted($0))" } ?? "use one of \(known.joined(separator: ", "))"
}

extension JSONNode {
  /// The value as a sentence names it: `null`, `7`, `"a"`, `an array`.
  package var description: String {
    switch kind {
    case .null: "null"
    case .true, .false: rawText
    case .number: String(rawText.prefix(24))
    case .string: quoted(string ?? "")
    case .array: "an array"
    case .object: "an object"
    }
  }
}
