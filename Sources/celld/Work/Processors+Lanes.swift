extension Processors {
  /// Lowers the priority of the calling thread below the loop: light work comes before heavy work.
  /// A thread never gets a higher priority again.
  static func standBack(_ lane: WorkLane) {
    lowerPriority(to: lane == .light ? light : heavy)
  }

  /// Whether the calling thread does light work.
  static var isLightWorker: Bool { priority == light }

  private static let (light, heavy): (Int32, Int32) = (5, 10)
}
