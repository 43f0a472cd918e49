import ArgumentParser
import CellClient
import CellEngine
import CellWire

extension CompletionKind {
  /// The names of the style profiles.
  static let profileName = CompletionKind.list(Profile.all.map(\.name))

  /// The names of the presets.
  static let presetName = CompletionKind.custom { _, _, _ in PresetLibrary.names.filter(\.isInertInShells) }

  /// The members of an environment, for `--set`.
  static let environmentMember = CompletionKind.list(EnvironmentMember.names.map { "\($0)=" })

  /// The fields of conditions, sorting and groups.
  static let cellField = CompletionKind.list(CellField.paths)

  /// The members of cells and environments, and their members.
  static let memberPath = CompletionKind.custom { _, _, _ in
    paths(of: Components.cell, prefix: "") + ["environment"]
      + paths(of: Components.environment, prefix: "environment.")
  }

  private static func paths(of members: [Schema.Property], prefix: String) -> [String] {
    members.flatMap { member in
      let parts = member.schema.componentName.map(Components.members) ?? []
      return [prefix + member.name] + parts.map { "\(prefix)\(member.name).\($0.name)" }
    }
  }

  /// The ids of the session that the line names: the first word after the command that is not an
  /// option. Large lists are not read to their end.
  static let cellID = CompletionKind.custom { words, _, _ in
    names(of: words, in: "cells.get", list: "cells", member: "id", parameters: ["count": 1000])
  }

  /// The ids of the session's cells for the first word after the session, and the known actions for
  /// the second.
  static let actionWords = CompletionKind.custom { words, index, _ in
    let before = words.prefix(index).dropFirst(2)
    let hasCells = before.contains { $0 == "--selected" || $0 == "--id" || $0.hasPrefix("--id=") }
    guard hasCells || before.filter({ !$0.hasPrefix("-") }).count > 1 else {
      return names(
        of: words, in: "cells.get", list: "cells", member: "id", parameters: ["count": 1000])
    }
    return KnownAction.allCases.map(\.rawValue)
  }

  /// The views of the session that the line names.
  static let viewName = CompletionKind.custom { words, _, _ in
    names(of: words, in: "view.list", list: "views", member: "view", parameters: [:])
  }

  /// The sessions of a running daemon.
  static let sessionName = CompletionKind.custom { _, _, _ in
    names(list: "sessions", member: "session") {
      try $0.callForAll("session.list", Parameters(), list: "sessions")
    }
  }

  private static func names(
    of words: [String], in method: String, list: String, member: String, parameters limits: [String: Int]
  ) -> [String] {
    guard let session = words.dropFirst(2).first(where: { !$0.hasPrefix("-") }) else { return [] }
    var parameters = Parameters()
    parameters.set("session", session)
    for (name, value) in limits { parameters.set(name, value) }
    return names(list: list, member: member) { try $0.call(method, parameters).result }
  }

  /// Returns names in the reply of a running daemon. A completion never starts one.
  private static func names(list: String, member: String, _ call: (Client) throws -> JSON) -> [String] {
    let endpoint = try? Endpoint(socket: nil, host: nil, mayAsk: false)
    let client = endpoint.flatMap { try? Client(endpoint: $0, spawns: false, timeout: 2) }
    let elements = client.flatMap { try? call($0) }?[list]?.array ?? []
    return elements.compactMap { $0[member]?.string ?? $0.string }.filter(\.isInertInShells)
  }
}

extension String {
  /// Whether shells leave the text as it is. In bash, completion expands its words. A session that
  /// another user named `$(command)` would run the command.
  var isInertInShells: Bool {
    !hasPrefix("-") && self == printable
      && unicodeScalars.allSatisfy { scalar in
        !scalar.isASCII || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
          || ("0"..."9").contains(scalar) || " -_.,:/@%+=".unicodeScalars.contains(scalar)
      }
  }
}
