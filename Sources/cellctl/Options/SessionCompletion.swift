import ArgumentParser

extension CompletionKind {
  /// The sessions of the daemon that runs; none is started for a completion.
  static let sessionName = CompletionKind.shellCommand(
    "cellctl sessions --no-spawn 2>/dev/null | tail -n +2 | cut -d' ' -f1")
}
