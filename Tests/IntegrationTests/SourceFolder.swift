import Foundation

/// Where the package's sources are: scripts and documents are tested where they stand.
enum SourceFolder {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
