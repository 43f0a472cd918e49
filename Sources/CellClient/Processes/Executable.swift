import Glibc

/// Programs on this machine.
package enum Executable {
  /// Finds a program next to the running one, then in `PATH`.
  package static func find(_ name: String) -> String? {
    let directories = [ownDirectory].compactMap { $0 } + searchPath
    return directories.lazy.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// Finds a program in `PATH`.
  package static func findInPath(_ name: String) -> String? {
    searchPath.lazy.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// The directory of the running program.
  package static var ownDirectory: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: buffer[..<slash], as: UTF8.self)
  }

  /// Whether a path is that of a file that can be executed.
  package static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return access(path, X_OK) == 0 && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  package static var searchPath: [String] {
    (environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
  }
}
