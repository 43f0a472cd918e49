/// The method `ping`.
public enum PingMethod: Method {
  public static let name = "ping"

  public static let description = MethodDescription(
    "Answers, to show that the daemon runs.")
}
