extension Processors {
  /// Lowers the priority of the calling thread to that of its lane. A thread never gets a higher
  /// priority again.
  static func standBack(_ lane: WorkLane) {
    lowerPriority(by: nice[lane.rawValue])
  }

  /// Whether the calling thread does heavy work that a request waits for.
  static var doesHeavyWork: Bool { priority == nice[WorkLane.heavy.rawValue] }

  /// Whether the calling thread does work that no request waits for.
  static var worksAhead: Bool { priority == nice[WorkLane.ahead.rawValue] }

  /// The nice values of the lanes, above that of the daemon (Benchmarks/NOTES.md, "Nice values").
  private static let nice: [Int32] = [0, 1, 10]
}
