import CellWire

/// The method `action.invoke`.
public enum ActionInvokeMethod: Method {
  public static let name = "action.invoke"

  public static let description = MethodDescription(
    "Invokes an action of one or several cells. Watchers with events get action.invoked. The action open is the drill-down; every cell has it.",
    params: [
      .session, .owner, .init("id", .name, "the id of the cell"),
      .init("ids", Schema.ids, "the cells, instead of id"),
      .init("selected", .boolean, "true for the selected cells, instead of id"),
      .required("action", .name, "the id of the action"),
      .init("value", .any, "a bool for a toggle; 0…1 or \"done\" for a download"), .ifRevision,
    ],
    result: .open([.required("delivered", .count, "the number of watchers that get the event")]),
    example: #"{"session":"tasks","id":"2","action":"open"}"#, gives: #"{"delivered":1}"#)
}
