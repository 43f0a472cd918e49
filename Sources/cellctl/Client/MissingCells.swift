import CellWire

extension JSON {
  /// - Throws: `Failure` with status `notFound` if the result lists ids that the session does not
  ///   have.
  func requireNothingMissing(in session: String) throws {
    let missing = self["missing"]?.array?.compactMap(\.string) ?? []
    guard !missing.isEmpty else { return }
    let names = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    throw Failure(.notFound, "\(session) has no \(missing.count == 1 ? "cell" : "cells") \(names)")
  }
}
