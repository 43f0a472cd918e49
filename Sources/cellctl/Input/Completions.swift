import ArgumentParser
import CellEngine
import CellProtocol

extension CompletionKind {
  /// The names of the style profiles.
  static let profileName = CompletionKind.list(Profile.all.map(\.name))

  /// The names of the presets.
  static let presetName = CompletionKind.custom { _, _, _ in PresetLibrary.names.filter(\.isInertInShells) }

  /// The sessions of a running daemon. A completion never starts one.
  static let sessionName = CompletionKind.custom { _, _, _ in
    let client = try? Client(endpoint: Endpoint(socket: nil), spawns: false, timeout: 2)
    let result = try? client?.callForAll("session.list", Parameters(), list: "sessions")
    let sessions = result?["sessions"]?.array
    return (sessions ?? []).compactMap { $0["session"]?.string }.filter(\.isInertInShells)
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
