import ArgumentParser
import CellProtocol

/// The way a list is shown in a terminal.
struct ScreenOptions: ParsableArguments {
  @Flag(
    help: "For screen readers: rows as sentences, commands as words, no screen. Type help for the commands.")
  var plain = false

  @Flag(help: "Leave the mouse to the terminal, so that it selects text.")
  var noMouse = false

  /// Returns the format of the rows.
  func format(_ rows: RowOptions) -> RowFormat {
    plain ? .frames : rows.rowFormat(for: .text)
  }

  /// Returns the minimum time between two changes, in milliseconds: 30 ms are smooth on a screen,
  /// and sentences need time to be read.
  func interval(_ chosen: Int?) -> Int {
    chosen ?? (plain ? 2000 : 30)
  }

  /// Shows a list until its user ends it.
  /// - Parameters:
  ///   - terminal: the terminal of a screen.
  ///   - plain: the descriptors of `--plain`.
  func run(
    _ setup: ListSetup, client: Client, terminal: @autoclosure () throws -> TerminalDevice,
    plain descriptors: (input: Int32, output: Int32)
  ) throws -> ListOutcome {
    if plain {
      var list = PlainList(setup, client: client, input: descriptors.input, output: descriptors.output)
      return try list.run()
    }
    var list = ListScreen(setup, client: client, terminal: try terminal(), hasMouse: !noMouse)
    return try list.run()
  }
}
