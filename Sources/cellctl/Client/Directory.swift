import Glibc

/// Directories of the file system.
enum Directory {
  /// Returns the entries whose names are numbers, in ascending order: the processes or descriptors
  /// in /proc. An unreadable directory has none.
  static func numbers(in path: String) -> [Int] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var numbers: [Int] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = Int(name) { numbers.append(number) }
    }
    return numbers.sorted()
  }
}
