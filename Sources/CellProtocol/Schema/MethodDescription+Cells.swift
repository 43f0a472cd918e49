extension MethodDescription {
  static let cellsPush = MethodDescription(
    "Inserts cells, and replaces known ones where they stand. Makes the session if it is absent.",
    params: [
      .session, .required("cells", Schema.cells, "the cells; an id that stands twice is an error"),
      .init("position", Schema.position, "where new cells go; end if it is not said"),
      .init("partial", .boolean, "true takes the good cells, and gives the bad ones back as rejected"),
      .ifRevision,
    ],
    result: .open([
      Schema.revised, .required("inserted", .count, "cells that are new"),
      .required("updated", .count, "cells that changed"),
      .required("unchanged", .count, "cells that are as they were"),
      .init(
        "rejected",
        .array(
          .open([
            .required("index", .count, "its place in cells"),
            .required("error", .reference("Error"), "what is wrong with it"),
          ])), "with partial: the cells that were not taken"), Schema.omitted,
    ]),
    example: #"{"session":"tasks","cells":[{"id":"1","title":"Order the filter","status":"Open"}]}"#,
    gives: #"{"revision":3,"inserted":1,"updated":0,"unchanged":0}"#)

  static let cellsPatch = MethodDescription(
    "Changes members of cells by JSON Merge Patches (RFC 7396).",
    params: [
      .session,
      .required(
        "patches",
        .array(
          .object([
            .required("id", .name, "the cell's"),
            .required("patch", .reference("CellPatch"), "what changes; never the id"),
          ])), "one patch for each cell"),
      .ifRevision,
    ],
    result: .open([Schema.revised, .required("updated", .count, "cells that changed")]),
    example: #"{"session":"tasks","patches":[{"id":"1","patch":{"status":"Done","subtitle":null}}]}"#,
    gives: #"{"revision":4,"updated":1}"#)

  static let cellsRemove = MethodDescription(
    "Takes cells away: those of the ids, or all.",
    params: [
      .session, .init("ids", Schema.ids, "which"), .init("all", .boolean, "true, in place of ids"),
      .ifRevision,
    ],
    result: .open([
      Schema.revised, .required("removed", .count, "cells that went"),
      .init("missing", Schema.ids, "ids that no cell has"), Schema.omitted,
    ]),
    example: #"{"session":"tasks","ids":["1","7"]}"#, gives: #"{"revision":5,"removed":1,"missing":["7"]}"#)

  static let cellsMove = MethodDescription(
    "Moves cells, in the order of the ids.",
    params: [
      .session, .required("ids", Schema.ids, "which"),
      .required("position", Schema.position, "where to; an index counts without the moved cells"),
      .ifRevision,
    ],
    result: .open([Schema.revised, .required("moved", .count, "cells that stand elsewhere now")]),
    example: #"{"session":"tasks","ids":["3"],"position":{"before":"1"}}"#,
    gives: #"{"revision":6,"moved":1}"#)

  static let cellsReplace = MethodDescription(
    "Makes the list equal to this one. What did not change keeps its layout.",
    params: [
      .session, .required("cells", Schema.cells, "the cells, in their order"),
      .init("more", .boolean, "true stages the cells; the first call without it commits"), .ifRevision,
    ],
    result: .either(
      [
        .open([.required("staged", .count, "cells that wait for the commit")]),
        .open([
          Schema.revised, .required("inserted", .count, "new ones"),
          .required("removed", .count, "those that went"),
          .required("moved", .count, "those that only stand elsewhere"),
          .required("updated", .count, "those that changed"),
          .required("unchanged", .count, "those that are as they were"),
        ]),
      ], expected: "counts"),
    example: #"{"session":"tasks","cells":[{"id":"2","title":"Book the crane"}]}"#,
    gives: #"{"revision":7,"inserted":1,"removed":3,"moved":0,"updated":0,"unchanged":0}"#)

  static let cellsGet = MethodDescription(
    "Gives cells back, in their long form: those of the ids, or a range.",
    params: [
      .session, .init("ids", Schema.ids, "which"),
      .init("start", .count, "the index of the first; 0 if it is not said"),
      .init("count", .count, "how many at most"),
    ],
    result: .open([
      .required("revision", .revision, "the session's"), .required("cells", Schema.cells, "in their order"),
      .init("missing", Schema.ids, "ids that no cell has"),
      .init("next", .count, "where to go on, if the reply was cut"),
    ]),
    example: #"{"session":"tasks","ids":["2"]}"#,
    gives: #"{"revision":7,"cells":[{"id":"2","title":"Book the crane"}]}"#)

  static let cellsViewed = MethodDescription(
    "Takes the unread marks of cells away.",
    params: [.session, .required("ids", Schema.ids, "which"), .ifRevision],
    result: .open([Schema.revised]),
    example: #"{"session":"tasks","ids":["2"]}"#, gives: #"{"revision":8}"#)

  static let selectionSet = MethodDescription(
    "Changes the selection; more than the session admits is an error.",
    params: [
      .session, .init("ids", Schema.ids, "which"), .init("all", .boolean, "true, in place of ids"),
      .init(
        "op", .choice(["replace", "add", "remove", "toggle"]),
        "what becomes of them; replace if it is not said"),
      .ifRevision,
    ],
    result: .open([Schema.revised, .required("selected", .count, "cells that are selected")]),
    example: #"{"session":"tasks","ids":["2"],"op":"toggle"}"#, gives: #"{"revision":9,"selected":1}"#)

  static let actionInvoke = MethodDescription(
    "Invokes an action of a cell; watchers with events hear of it. The action open is the drill-down, always known.",
    params: [
      .session, .required("id", .name, "the cell's"), .required("action", .name, "the action's"),
      .init("value", .any, "of a toggle, a bool; of a download, 0…1 or \"done\""), .ifRevision,
    ],
    result: .open([.required("delivered", .count, "watchers that hear of it")]),
    example: #"{"session":"tasks","id":"2","action":"open"}"#, gives: #"{"delivered":1}"#)
}
