extension RPCError {
  /// The line is not JSON that is taken.
  public static func parseError(_ fault: JSONFault) -> RPCError {
    RPCError(
      .parseError, "The line cannot be read: \(fault.sentence). Send one JSON value a line, in UTF-8.",
      path: fault.path.isEmpty ? nil : fault.path,
      details: [JSON.Member("offset", JSON(fault.offset))])
  }

  /// The value is not a request. `reason` is a whole sentence.
  public static func invalidRequest(_ reason: String) -> RPCError { RPCError(.invalidRequest, reason) }

  /// There is no such method.
  public static func methodNotFound(_ name: String) -> RPCError {
    let near = nearestName(to: name, in: Method.allCases.map(\.rawValue))
    return RPCError(
      .methodNotFound,
      "There is no method \(quoted(name))\(question(near)); rpc.discover tells all of them.", hint: near)
  }

  /// Parameters that are wrong in a way of their own. `message` is a whole sentence.
  public static func invalidParams(_ message: String, path: String? = nil, hint: String? = nil) -> RPCError {
    RPCError(.invalidParams, message, path: path, hint: hint)
  }

  /// An object has a member that it must not have.
  public static func unknownMember(_ name: String, at path: String, known: [String]) -> RPCError {
    let near = nearestName(to: name, in: known)
    let cure = known.isEmpty ? " Nothing may stand here." : near == nil ? " Known are \(listed(known))." : ""
    return RPCError(
      .invalidParams, "\(quoted(name)) is not known here\(question(near)).\(cure)",
      path: path + "/" + JSONPointer.escape(name), hint: near)
  }

  /// A required member is missing. `path` is the object's.
  public static func missingMember(_ name: String, at path: String) -> RPCError {
    RPCError(.invalidParams, "\(quoted(name)) is missing.", path: path + "/" + name)
  }

  /// A value is of the wrong type. `expected` is a noun with its article.
  public static func wrongType(at path: String, expected: String, found: JSONNode) -> RPCError {
    RPCError(.invalidParams, "Here must be \(expected), not \(found.description).", path: path)
  }

  /// A value is none of those that are possible.
  public static func unknownValue(_ value: String, at path: String, known: [String]) -> RPCError {
    let near = nearestName(to: value, in: known)
    return RPCError(
      .invalidParams,
      "\(quoted(value)) is not possible here\(question(near)). Possible are \(listed(known)).",
      path: path, hint: near)
  }

  /// A text is none of the values that are possible, which are not only texts. `expected` says what they are.
  public static func impossibleValue(_ value: String, at path: String, expected: String) -> RPCError {
    RPCError(.invalidParams, "\(quoted(value)) is not possible here. Possible is \(expected).", path: path)
  }

  /// A fault of the daemon.
  public static func internalError(_ what: String) -> RPCError {
    RPCError(.internalError, "The daemon failed: \(what). Please report this; nothing was changed.")
  }

  /// There is no session of that name. `known` are the names that the caller may see.
  public static func sessionNotFound(_ name: String, known: some Sequence<String> = []) -> RPCError {
    let near = nearestName(to: name, in: known)
    return RPCError(
      .sessionNotFound, "There is no session \(quoted(name))\(question(near)); cells.push makes one.",
      hint: near)
  }

  /// There is no cell of that id.
  public static func cellNotFound(_ id: String, path: String? = nil) -> RPCError {
    RPCError(
      .cellNotFound, "The session has no cell \(quoted(id)); cells.get tells which it has.", path: path)
  }

  /// There is no view of that name.
  public static func viewNotFound(_ name: String, known: some Sequence<String> = []) -> RPCError {
    let near = nearestName(to: name, in: known)
    return RPCError(
      .viewNotFound, "The session has no view \(quoted(name))\(question(near)); view.set makes one.",
      hint: near)
  }

  /// A session of that name is there already.
  public static func sessionExists(_ name: String) -> RPCError {
    RPCError(
      .sessionExists, "There is a session \(quoted(name)) already; say ifAbsent to take it as it is.",
      hint: "ifAbsent")
  }

  /// More than a limit.
  public static func limitExceeded(_ limit: Limits.Name, scope: Limits.Scope, max: Int) -> RPCError {
    RPCError(
      .limitExceeded,
      "This is more than the limit \(limit.rawValue) of \(max) for each \(scope.rawValue); "
        + "send less, remove something, or have the daemon started with a larger one.",
      details: [
        JSON.Member("limit", .string(limit.rawValue)), JSON.Member("scope", .string(scope.rawValue)),
        JSON.Member("max", JSON(max)),
      ])
  }

  /// A line longer than the limit.
  public static func lineTooLong(max: Int) -> RPCError {
    RPCError(
      .lineTooLong, "The line is longer than \(max) bytes and was skipped; send it in several requests.",
      details: [
        JSON.Member("limit", "line"), JSON.Member("scope", "line"), JSON.Member("max", JSON(max)),
      ])
  }

  /// The session belongs to another user.
  public static func accessDenied(_ session: String) -> RPCError {
    RPCError(
      .accessDenied,
      "The session \(quoted(session)) belongs to another user, who did not create it with shared: true.")
  }

  /// The session belongs to another user, who shares its use, but not what it is.
  public static func notTheOwner(_ session: String) -> RPCError {
    RPCError(
      .accessDenied,
      "The session \(quoted(session)) is shared by another user, and only its owner may configure or delete it."
    )
  }

  /// The session has another revision than the request was meant for.
  public static func revisionConflict(expected: Int, actual: Int) -> RPCError {
    RPCError(
      .revisionConflict,
      "The session is at revision \(actual), not \(expected); pull what changed and try again.",
      path: "/ifRevision", details: [JSON.Member("revision", JSON(actual))])
  }

  /// The daemon is ending.
  public static var shuttingDown: RPCError {
    RPCError(.shuttingDown, "The daemon is ending; connect again in a moment.")
  }

  /// The disk refused. `reason` is what the system says.
  public static func storageFailed(_ reason: String) -> RPCError {
    RPCError(
      .storageFailed, "The change could not be stored (\(reason)) and was not made; make room and try again.")
  }

  /// There is no such subscription of this connection.
  public static func subscriptionNotFound(_ subscription: String) -> RPCError {
    RPCError(
      .subscriptionNotFound,
      "This connection has no subscription \(quoted(subscription)); it may have ended with its session or view."
    )
  }

  /// The cell has no such action.
  public static func actionNotFound(_ action: String, cell: String, known: [String]) -> RPCError {
    let near = nearestName(to: action, in: known)
    return RPCError(
      .actionNotFound, "The cell \(quoted(cell)) has no action \(quoted(action))\(question(near)).",
      path: "/action", hint: near)
  }

  /// The cell is disabled, and so are its actions.
  public static func cellDisabled(_ cell: String, action: String) -> RPCError {
    RPCError(
      .actionDisabled,
      "The cell \(quoted(cell)) is disabled, and so is its action \(quoted(action)); push the cell with enabled: true.",
      path: "/id")
  }

  /// The action is disabled.
  public static func actionDisabled(_ action: String, cell: String) -> RPCError {
    RPCError(
      .actionDisabled,
      "The action \(quoted(action)) of the cell \(quoted(cell)) is disabled; push it with enabled: true.",
      path: "/action")
  }

  /// What this build or unit does not have. `what` is the subject of the sentence.
  public static func unsupported(_ what: String, path: String? = nil) -> RPCError {
    RPCError(.unsupported, "\(what) is not supported by this daemon; hello tells what is.", path: path)
  }

  /// Rows in points are not lines of text, as those of `format` would be.
  public static func formatWithoutPoints(_ format: RowFormat) -> RPCError {
    let others = RowFormat.allCases.filter(\.fitsPoints).map(\.rawValue)
    return RPCError(
      .unsupported,
      "Rows in points are not \(format.rawValue): ask for the format \(others.joined(separator: " or ")), or for "
        + "the unit column.",
      path: "/format")
  }

  /// No installed font has this family. The path begins at the environment.
  public static func fontFamilyNotInstalled(_ family: String, package: String?) -> RPCError {
    let cure = package.map { "on Debian, 'apt-get install \($0)' brings it" } ?? "install it, or name another"
    return RPCError(
      .unsupported,
      "The font family \(quoted(family)) is not installed: \(cure). 'fc-list : family' lists those that are.",
      path: "/font")
  }

  /// There is no font to measure points with. The path begins at the environment.
  public static func noFonts() -> RPCError {
    RPCError(
      .unsupported,
      "No fonts are installed, and points are measured with fonts: on Debian, 'apt-get install fonts-inter "
        + "fonts-noto-core' brings some. The family “fixed” needs none.",
      path: "/font")
  }

  /// Too much at the moment.
  public static func busy(retryAfter milliseconds: Int) -> RPCError {
    RPCError(
      .busy, "The daemon has too much to do for all of its clients; try again in \(milliseconds) ms.",
      details: [JSON.Member("retryAfter", JSON(milliseconds))])
  }

  /// Another daemon has it.
  public static func moved(to address: String) -> RPCError {
    RPCError(
      .moved, "Another daemon has this session; ask the one at \(address).",
      details: [JSON.Member("address", .string(address))])
  }
}

/// A name as it stands in a sentence: in quotes, its first 64 scalars. Sentences are shown on terminals, so what would
/// move the cursor or turn the direction of text is replaced.
func quoted(_ name: String) -> String {
  var shown = String.UnicodeScalarView()
  for scalar in name.unicodeScalars.prefix(64) {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: shown.append("\u{FFFD}")
    default: shown.append(scalar)
    }
  }
  let isWhole = name.unicodeScalars.dropFirst(64).isEmpty
  return "“\(String(shown))\(isWhole ? "" : "…")”"
}

private func question(_ near: String?) -> String {
  guard let near else { return "" }
  return " (did you mean \(quoted(near))?)"
}

private func listed(_ names: [String]) -> String { names.joined(separator: ", ") }

extension JSONNode {
  /// What it is, as it stands in a sentence.
  var description: String {
    switch kind {
    case .null: "null"
    case .true, .false: rawText
    case .number: "the number \(String(rawText.prefix(24)))"
    case .string: "the string \(quoted(string ?? ""))"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
