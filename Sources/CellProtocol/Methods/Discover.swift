/// The method `rpc.discover`.
public enum DiscoverMethod: Method {
  public static let name = "rpc.discover"

  public static let description = MethodDescription(
    "Returns this document.", gives: #"{"openrpc":"1.3.2"}"#)
}
