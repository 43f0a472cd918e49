extension Int {
  /// Returns the number with a noun that agrees: `1.counted("cell")` is "1 cell",
  /// `2.counted("cell")` is "2 cells".
  func counted(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }
}
