import CellEngine
import CellWire

/// The method `view.set`.
public enum ViewSetMethod: Method {
  public static let name = "view.set"

  public static let description = MethodDescription(
    "Creates or changes a named view. Members that are left out stay, null resets a member. A width of null is unlimited.",
    params: Schema.Properties(
      [.session, .owner, .init("view", .name, "the name of the view; the default is main")]
        + ObjectCodec<Environment>.environment.fields.map { .init($0.name, $0.schema, $0.summary) }),
    result: .reference("View"),
    example: #"{"session":"tasks","view":"phone","width":40}"#, gives: MethodDescription.viewExample)
}
