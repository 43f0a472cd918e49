/// The method `stats`.
public enum StatsMethod: Method {
  public static let name = "stats"

  public static let description = MethodDescription(
    "Returns counters and gauges of the user and of the connection; for root and on private daemons, of the daemon.",
    result: .open([]), gives: #"{"user":{"requests":12}}"#)
}
