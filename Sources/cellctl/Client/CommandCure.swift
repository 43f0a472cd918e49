import CellProtocol

/// What to do about an error, in commands of cellctl. The daemon's own cures name methods of the protocol.
enum CommandCure {
  /// The commands that help, where the daemon's sentence ends with a cure for programs.
  static func sentence(for kind: ErrorKind?, path: String?) -> String? {
    switch kind {
    case .sessionNotFound: "'cellctl push SESSION' makes one; 'cellctl sessions' lists those that there are"
    case .cellNotFound: "'cellctl rows SESSION -o ndjson' tells the ids"
    case .viewNotFound:
      "'cellctl view SESSION' lists them; 'cellctl view SESSION --view NAME MEMBER=VALUE' makes one"
    // Its sentence says all there is to do.
    case .unsupported where path?.hasSuffix("/font") == true || path == "/format": nil
    case .unsupported: "'cellctl call hello' tells what the daemon has"
    case .invalidParams where path == "/ids":
      "'cellctl push SESSION /dev/null --selection multiple' lets more be selected"
    default: nil
    }
  }

  /// The daemon's sentence without its last clause, if that names a method.
  static func withoutMethods(_ sentence: String) -> String {
    guard let semicolon = sentence.lastIndex(of: ";") else { return sentence }
    let words = sentence[semicolon...].split { $0 == " " || $0 == ";" }
    let names = Set(CellProtocol.Method.allCases.map(\.rawValue))
    return words.contains { names.contains(String($0)) } ? sentence[..<semicolon] + "." : sentence
  }
}
