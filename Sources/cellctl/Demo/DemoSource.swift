import CellClient

/// Things of this machine as cells: its packages or its processes.
struct DemoSource {
  /// Their name in the plural.
  let name: String
  /// The cells: packages by name, processes by memory.
  let cells: [CellBuilder.Cell]
  /// The ids of cells with interesting content.
  let samples: [String]

  /// Returns the samples and the first cells.
  /// - Parameter limit: the maximum number of cells; nil is all.
  func limited(to limit: Int?) -> DemoSource {
    guard let limit, limit < cells.count else { return self }
    let kept =
      samples + cells.map(\.id).filter { !samples.contains($0) }.prefix(max(limit - samples.count, 0))
    let ids = Set(kept)
    return DemoSource(name: name, cells: cells.filter { ids.contains($0.id) }, samples: samples)
  }

  /// Pushes all cells into a session of this name, and shows the progress.
  func push(to client: Client) throws {
    let bar = ProgressBar("pushing \(name)", total: cells.count)
    // Small requests, so that the progress bar moves.
    let sender = CellSender(client: client, session: name, mode: .push(partial: false), capacity: 32 * 1024)
    for (index, cell) in cells.enumerated() {
      try sender.add(cell, from: RecordPosition(line: index + 1))
      bar.update(index + 1, note: "\(index + 1) of \(cells.count)")
    }
    try sender.finish()
    bar.finish()
  }

  /// Reads the packages of this machine, or its processes without dpkg.
  static func ofThisMachine() throws -> DemoSource {
    let packages = try DebianPackages.read()
    if !packages.isEmpty {
      let known = ["bash", "openssl", "tzdata", "coreutils", "perl-base", "dpkg"]
      let ids = Set(packages.map(\.id))
      let samples = known.filter(ids.contains) + packages.map(\.id)
      return DemoSource(
        name: "packages", cells: packages, samples: Array(samples.uniqued().prefix(3)))
    }
    return processesOfThisMachine()
  }

  /// Reads the processes of this machine. Those with the most memory are first.
  static func processesOfThisMachine() -> DemoSource {
    let processes = Processes.read()
    return DemoSource(name: "processes", cells: processes, samples: processes.prefix(3).map(\.id))
  }
}

extension [String] {
  /// The elements in order, without repetitions.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
