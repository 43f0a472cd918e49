import CellProtocol

extension Message {
  /// - Throws: `Failure` with status `notFound` where the result names ids that the session does not have.
  func requireNothingMissing(in session: String) throws {
    let missing = result["missing"]?.array?.compactMap(\.string) ?? []
    guard !missing.isEmpty else { return }
    let names = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    throw Failure(.notFound, "\(session) has no cell \(names)")
  }
}
