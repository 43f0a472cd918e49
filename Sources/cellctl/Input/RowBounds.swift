import ArgumentParser

/// The range of indexes and counts of rows. JSON readers represent these integers exactly (RFC
/// 8259, section 6).
enum RowBounds {
  private static let all = 0...(1 << 53)

  /// - Throws: `ValidationError` if `--start` or `--count` is out of range.
  static func check(start: Int, count: Int?) throws {
    guard all.contains(start), all.contains(count ?? 0) else {
      throw ValidationError("--start and --count must be from 0 to \(all.upperBound)")
    }
  }
}
