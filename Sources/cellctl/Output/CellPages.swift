import CellProtocol

/// All cells of a session, read page by page.
struct CellPages {
  let client: Client
  /// The parameters with the session.
  let parameters: Parameters
  /// The cells of one request. The daemon may return fewer, by its own limit.
  private static let pageCells = 5_000

  /// Writes one cell per line.
  /// - Returns: `false` if the session changed between two pages. Nothing is written after that.
  func write(to output: StandardOutput) throws -> Bool {
    var parameters = parameters
    var start = 0
    var revision: Int64?
    while true {
      parameters.set("start", start)
      parameters.set("count", Self.pageCells)
      let (count, isSame) = try client.call("cells.get", parameters).withResult { result in
        let pageRevision = result["revision"]?.int64
        guard revision == nil || pageRevision == revision else { return (0, false) }
        revision = pageRevision
        guard let cells = result["cells"]?.elements else { return (0, true) }
        for cell in cells { try output.line(json: cell.raw) }
        return (result["cells"]?.count ?? 0, true)
      }
      guard isSame else { return false }
      if count == 0 { return true }
      start += count
    }
  }
}
