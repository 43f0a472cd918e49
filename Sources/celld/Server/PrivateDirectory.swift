import Glibc

/// A new directory that only this user may enter, with a random name.
enum PrivateDirectory {
  /// Makes the directory in the first of `parents` in which that works. Returns its path.
  static func make(below parents: [String]) throws(StartError) -> String {
    var reason = "no parent directory was given"
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
