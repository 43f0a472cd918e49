import ArgumentParser
import CellEngine

extension CompletionKind {
  /// The style profiles of this build.
  static let profileName = CompletionKind.list(Profile.all.map(\.name))
}
