import Foundation

/// The folder of the package. Scripts and documents are tested in place.
enum SourceFolder {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
