import Glibc

/// What stands in a directory.
enum Directory {
  /// The names that are numbers, in order, as those of processes and descriptors in /proc; none where the
  /// directory cannot be read.
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
