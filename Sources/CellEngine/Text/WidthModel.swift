/// How a terminal counts the columns of a text.
public struct WidthModel: Hashable, Sendable {
  /// The unit of text that has a width in a terminal.
  public enum Mode: String, CaseIterable, Sendable {
    /// A grapheme cluster has one width (terminals with mode 2027). A conjunct has two columns, and
    /// a spacing mark adds one: at most two for both.
    case grapheme
    /// The widths of a cluster's scalars are added up, as most terminals do.
    case wcwidth
  }

  public var mode: Mode
  /// 1 or 2 columns for characters whose East_Asian_Width is ambiguous (UAX #11).
  public var ambiguous: Int

  /// How clusters are counted where fonts draw them, and where columns do not matter.
  public static let ofClusters = WidthModel(mode: .grapheme)

  /// The model `mode` with ambiguous characters of `ambiguous` columns.
  public init(mode: Mode = .wcwidth, ambiguous: Int = 1) {
    self.mode = mode
    self.ambiguous = ambiguous
  }
}
