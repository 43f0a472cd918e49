import CellClient
import CellWire

/// An event of a list.
enum ListEvent {
  case key(Key)
  /// A line of a list that is read line by line.
  case line(String)
  case endOfInput
  case command(ListCommand)
  /// Nothing more was typed. What the typed keys have changed is requested.
  case pause
  case answer(ListAnswer, to: ListRequest)
  /// A request or a command failed.
  /// - Parameter isClosed: whether the daemon has closed the connection.
  case failed(Failure, isClosed: Bool, request: ListRequest?)
  case connection(ListState.Connection)
  /// The screen has another size, in columns and lines for rows.
  case resized(columns: Int, lines: Int)
  /// The process that pushes the cells has reported something.
  case feed(RecordFeed.Report)
  /// A row came that terminals draw differently.
  case terminal(TerminalText)
  case browser(Opening.State, target: String)
  /// The typing of a search has ended, after its hits were requested.
  case typed(String)
  /// The page that covers the list was read.
  case read
}

/// A request of a list to its daemon. It can need several messages.
enum ListRequest: Equatable {
  /// Watches the rows around the cursor.
  /// - Parameter fallback: the index of the cursor if its row is no longer shown; nil for its own.
  case watch(fallback: Int?)
  /// Reads the changes that have come.
  case follow
  case move(WatchedList.Move)
  /// Begins a search at the row of the cursor, and goes to its first hit.
  case search(String)
  /// Begins a search while it is typed. Without hits, the cursor stays at the row before.
  case seek(String, from: RowAnchor)
  case nextHit(forward: Bool)
  /// Marks the hits in the rows.
  case marks
  /// Finds the element of a row at a place of its drawn line.
  case element(row: String, column: Int, line: Int, drawn: String)
  /// Finds out whether a cell is an object, which can be chosen.
  case part(of: String, use: PartUse)
  case select(ListRow)
  case invoke(Invocation)
  case header(of: String, part: Int)
  case preview(of: String)
  case whole(String, CellUse)
  case count

  /// The use of an object.
  enum PartUse: Equatable {
    case choose
    case mark(isDown: Bool)
  }

  /// An action of a cell.
  struct Invocation: Equatable {
    var action: String
    var title: String
    var cell: String
    /// The next step if no command is run for it.
    var fallback: Fallback?

    enum Fallback: Equatable {
      /// The preview is shown.
      case preview
      /// The whole cell is shown, unless a program listens.
      case page
    }
  }

  /// The use of a whole cell.
  enum CellUse: Equatable {
    case show, refresh, listActions
    /// Invokes the action with an id, or with a name: its id or its title.
    case invoke(id: String)
    case invokeNamed(String)
    case use(ListCommand)
  }
}

/// The daemon's answer to a request.
enum ListAnswer {
  case watched(WatchedList, ListQuery, ScreenStyle)
  case moved(WatchedList)
  /// - Parameter hasChanged: whether rows have changed.
  case followed(WatchedList, search: HitSearch?, held: HitSearch?, hasChanged: Bool)
  case sessionDeleted
  /// - Parameter note: the sentence about the hit.
  case found(HitSearch?, WatchedList, note: String?)
  case marks(RowMarks)
  /// A cell, or an element of one; nil if there is none.
  case json(JSON?)
  case page(TextPage?)
  /// The words for a cell that is not an object.
  case part(String?)
  case count(Int?)
  /// A session can refuse to open its cells. They can still be read.
  case refused(String)
}

/// A step that a list needs, other than a change of its state.
enum ListEffect {
  case request(ListRequest)
  /// Another event, after the effects before it.
  case event(ListEvent)
  /// Runs commands for a cell, with the terminal.
  case run([ActionCommand], cell: String)
  /// Opens an address in a browser of this machine.
  case browse(String)
  /// Runs a browser, with the terminal.
  case show(Browser)
  case copy(String)
  /// Lets ssh ask its question, and connects.
  case answerQuestion
  /// Prints sentences.
  case say([String])
  /// Prints what a line has changed.
  case report(hasRows: Bool)
  case fail(Failure)
  case end(ListOutcome)
}

/// The result of a list in a terminal.
enum ListOutcome: Equatable {
  case ended
  /// The ids of the chosen cells, in the order in which they were marked.
  case chosen([String])
  case nothingChosen
  /// The records could not be read, and no cell can be chosen.
  case feedFailed
}
