/// The methods of protocol.md.
public enum Method: String, CaseIterable, Sendable {
  /// Who is there, and what it can do.
  case hello
  /// Whether anybody is there.
  case ping
  /// The OpenRPC document.
  case discover = "rpc.discover"
  /// Counters, gauges and latencies.
  case stats
  /// Makes a session.
  case sessionCreate = "session.create"
  /// Changes what a session is.
  case sessionConfigure = "session.configure"
  /// What a session is.
  case sessionInfo = "session.info"
  /// All sessions.
  case sessionList = "session.list"
  /// Ends a session.
  case sessionDelete = "session.delete"
  /// Inserts and replaces cells.
  case cellsPush = "cells.push"
  /// Changes members of cells.
  case cellsPatch = "cells.patch"
  /// Takes cells away.
  case cellsRemove = "cells.remove"
  /// Moves cells.
  case cellsMove = "cells.move"
  /// Makes the list equal to another.
  case cellsReplace = "cells.replace"
  /// Gives cells back.
  case cellsGet = "cells.get"
  /// Takes unread marks away.
  case cellsViewed = "cells.viewed"
  /// Makes or changes a view.
  case viewSet = "view.set"
  /// All views of a session.
  case viewList = "view.list"
  /// Ends a view.
  case viewDelete = "view.delete"
  /// Rows, once.
  case rowsPull = "rows.pull"
  /// Rows, now and after changes.
  case rowsWatch = "rows.watch"
  /// Ends a watch.
  case rowsUnwatch = "rows.unwatch"
  /// The object header of a cell.
  case headerPull = "header.pull"
  /// One cell laid out without a session.
  case cellLayout = "cell.layout"
  /// Changes the selection.
  case selectionSet = "selection.set"
  /// Invokes an action of a cell.
  case actionInvoke = "action.invoke"
  /// What a designer would object to.
  case lint
}
