import Glibc

/// Directories of the file system.
enum Directory {
  /// Returns the entries whose names are numbers, in ascending order: the processes or descriptors
  /// in /proc. An unreadable directory has none.
  static func numbers(in path: String) -> [Int] {
    names(in: path).compactMap { Int($0) }.sorted()
  }

  /// Returns the names of the entries, in no order. An unreadable directory has none.
  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
