import Foundation

/// The folders of fixtures of one kind: `rows`, `headers`.
enum FixtureFolders {
  /// All folders of a kind, by name.
  static func all(_ kind: String) -> [URL] {
    let parent = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/\(kind)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    return names.sorted().map { parent.appendingPathComponent($0) }
  }

  /// The names of the requests in a folder: its JSON files but for `excluded`, without the extension.
  static func requests(in folder: URL, but excluded: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") && $0 != excluded }.sorted().map { String($0.dropLast(5)) }
  }
}
