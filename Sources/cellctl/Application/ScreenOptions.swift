import ArgumentParser
import CellClient
import CellProtocol

/// The way a list is shown in a terminal.
struct ScreenOptions: ParsableArguments {
  @Flag(
    help: """
      For screen readers, and by default if TERM is dumb or empty: rows as sentences, commands as words, no screen. \
      Type help for the commands.
      """)
  var plain = false

  @Flag(help: "Leave the mouse to the terminal, so that it selects text.")
  var noMouse = false

  /// Whether rows are sentences: this was asked for, or the terminal has no screen.
  var isPlain: Bool { plain || !Terminal.isScreen }

  /// Returns the format of the rows.
  func format(_ rows: RowOptions) -> RowFormat {
    isPlain ? .frames : rows.rowFormat(for: .text)
  }

  /// Returns the minimum time between two changes, in milliseconds: 30 ms are smooth on a screen,
  /// and sentences need time to be read.
  func interval(_ chosen: Int?) -> Int {
    chosen ?? (isPlain ? 2000 : 30)
  }

  /// Shows a list until its user ends it.
  /// - Parameters:
  ///   - terminal: the terminal of a screen.
  ///   - plain: the descriptors of sentences. An input of -1 has no commands.
  func run(
    _ setup: ListSetup, client: Client, terminal: @autoclosure () throws -> TerminalDevice,
    plain descriptors: (input: Int32, output: Int32)
  ) throws -> ListOutcome {
    let display: any ListDisplay =
      isPlain
      ? PlainList(input: descriptors.input, output: descriptors.output)
      : ListScreen(setup, terminal: try terminal(), hasMouse: !noMouse)
    return try ListLoop(setup, client: client, display: display).run()
  }
}
