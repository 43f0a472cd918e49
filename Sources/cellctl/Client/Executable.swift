import Glibc

/// Programs on this machine.
enum Executable {
  /// Finds a program next to the running one, then in `PATH`.
  static func find(_ name: String) -> String? {
    let directories = [ownDirectory].compactMap { $0 } + searchPath
    return directories.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Finds a program in `PATH`.
  static func findInPath(_ name: String) -> String? {
    searchPath.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The directory of the running program.
  static var ownDirectory: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: buffer[..<slash], as: UTF8.self)
  }

  private static var searchPath: [String] {
    (environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
  }
}
