import ArgumentParser

/// The indices and counts of rows that can be asked for: those that any reader of JSON holds exactly (RFC 8259, 6).
enum RowBounds {
  private static let all = 0...(1 << 53)

  /// - Throws: `ValidationError` where `--start` or `--count` is no such number.
  static func check(start: Int, count: Int?) throws {
    guard all.contains(start), all.contains(count ?? 0) else {
      throw ValidationError("--start and --count take numbers from 0 to \(all.upperBound)")
    }
  }
}
