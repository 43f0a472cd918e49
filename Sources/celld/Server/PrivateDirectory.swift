import Glibc

/// A new directory that only this user may enter, with a name that nobody could have guessed.
enum PrivateDirectory {
  /// Makes it below the first of these that takes it, and gives its path.
  static func make(below parents: [String]) throws(StartError) -> String {
    var reason = "no directory was named"
    for parent in parents {
      var template = Array("\(parent)/celld-XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      reason = "\(SystemError("make a directory in \(parent)", code: errno))"
    }
    throw StartError(reason)
  }
}
