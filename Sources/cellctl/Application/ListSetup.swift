import CellClient
import CellProtocol

/// The list of a `watch` or a `pick`, and what it is for.
struct ListSetup {
  enum Purpose: Equatable {
    /// - Parameter printsOpened: whether opening a cell ends with its id.
    case watch(printsOpened: Bool)
    case pick
  }

  /// The name of the session, as it is shown.
  var name: String
  /// The parameters that name the session.
  var session: Parameters
  var options: EnvironmentOptions
  var query: QueryOptions
  /// The shared view that sets the environment; nil for one of its own.
  var view: String?
  var format: RowFormat
  /// The index of the first row.
  var start = 0
  /// The minimum time between two changes, in milliseconds.
  var interval: Int
  var purpose: Purpose
  var commands: [ActionCommand] = []
  /// The process that pushes the cells, if any.
  var feed: RecordFeed?

  /// Whether rows are sentences, and commands are words.
  var isPlain: Bool { format == .frames }

  /// The keys of the list.
  var keys: KeyTable { purpose == .pick ? .pick : .watch }

  /// Returns the keys for what is on the screen.
  func keys(_ mode: KeyTable.Mode) -> KeyTable {
    switch mode {
    case .list: keys
    case .prompt: .prompt
    case .page: .page
    case .cell: .cell
    case .menu: .menu
    }
  }
}
