import CellProtocol
import CellWire

/// Hints that name commands of cellctl. The daemon's own hints name methods of the protocol.
enum CommandHint {
  /// Returns the commands that fix an error, or nil if the daemon's sentence is enough.
  static func sentence(for kind: ErrorKind?, path: String?) -> String? {
    switch kind {
    case .sessionNotFound: "'cellctl push SESSION' creates it; 'cellctl sessions' lists the existing ones"
    case .cellNotFound: "'cellctl rows SESSION -o ids' prints the ids"
    case .viewNotFound:
      "'cellctl view SESSION' lists the views; 'cellctl view SESSION --view NAME MEMBER=VALUE' creates one"
    // The daemon's sentence contains the fix.
    case .unsupported where path?.hasSuffix("/font") == true || path == "/format": nil
    case .unsupported: "'cellctl call hello' prints what the daemon supports"
    case .invalidParams where path == "/ids":
      "'cellctl configure SESSION --selection multiple' allows it"
    default: nil
    }
  }

  /// Returns the daemon's sentence without its last clause, if that clause names a method.
  static func withoutMethods(_ sentence: String) -> String {
    guard let semicolon = sentence.lastIndex(of: ";") else { return sentence }
    let words = sentence[semicolon...].split { $0 == " " || $0 == ";" }
    let names = Set(Methods.names)
    return words.contains { names.contains(String($0)) } ? sentence[..<semicolon] + "." : sentence
  }
}
