import ArgumentParser
import CellProtocol

/// `cellctl demo`.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what celld does, with the packages of this machine.",
    discussion: """
      Starts a daemon of its own, pushes all packages (or where there is no dpkg, all processes), shows some at every \
      width class, changes the class while another client watches, and cleans up. Touches no other daemon.

      With --gallery, shows all that the guideline names instead, in every profile and class, without any daemon.
      """)

  @Option(help: ArgumentHelp("Columns.", valueName: "columns"))
  var width: WidthArgument?

  @Option(help: ArgumentHelp("At most so many cells.", valueName: "count"))
  var limit: Int?

  @Option(help: ArgumentHelp("Whether there are colours.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(help: "Show every profile, variation and companion at every class.")
  var gallery = false

  func validate() throws {
    guard !gallery || limit == nil else { throw ValidationError("--limit does not go with --gallery") }
    guard limit ?? 8 >= 8 else { throw ValidationError("--limit takes a number from 8 up") }
  }

  func run() throws {
    let columns =
      switch try width ?? WidthArgument.preset() {
      case .columns(let columns): max(columns, 20)
      case .unlimited: 120
      }
    let format: RowFormat = color.isColored ? .ansi : .text
    guard !gallery else { return try Gallery(width: columns, format: format).run() }
    var tour = try Tour(width: columns, format: format, limit: limit)
    try tour.run()
  }
}
