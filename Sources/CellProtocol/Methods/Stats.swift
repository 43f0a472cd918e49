/// The method `stats`.
public enum StatsMethod: Method {
  public static let name = "stats"

  public static let description = MethodDescription(
    "Returns counters, gauges and latency percentiles of the daemon and of the caller.",
    result: .open([]), gives: #"{"daemon":{"requests":12}}"#)
}
