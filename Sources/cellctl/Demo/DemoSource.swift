/// Something that this machine has many of, as cells.
struct DemoSource {
  /// What they are, in the plural.
  let name: String
  /// In an order that a person expects.
  let cells: [CellBuilder.Cell]
  /// The ids of some that are good to look at.
  let samples: [String]

  /// The first of them.
  /// - Parameter limit: nil is all.
  func limited(to limit: Int?) -> DemoSource {
    guard let limit, limit < cells.count else { return self }
    let kept =
      samples + cells.map(\.id).filter { !samples.contains($0) }.prefix(max(limit - samples.count, 0))
    let ids = Set(kept)
    return DemoSource(name: name, cells: cells.filter { ids.contains($0.id) }, samples: samples)
  }

  /// The packages of this machine, or where there is no dpkg, its processes.
  static func ofThisMachine() throws -> DemoSource {
    let packages = try DebianPackages.read()
    if !packages.isEmpty {
      let known = ["bash", "openssl", "tzdata", "coreutils", "perl-base", "dpkg"]
      let ids = Set(packages.map(\.id))
      let samples = known.filter(ids.contains) + packages.map(\.id)
      return DemoSource(
        name: "packages", cells: packages.map(\.cell), samples: Array(samples.uniqued().prefix(3)))
    }
    let processes = Processes.read()
    let largest = processes.sorted { $0.residentSize > $1.residentSize }.prefix(3)
    return DemoSource(name: "processes", cells: processes.map(\.cell), samples: largest.map(\.id))
  }
}

extension [String] {
  /// Without repetitions, in order.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
