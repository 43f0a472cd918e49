import ArgumentParser
import CellClient
import CellWire

/// `cellctl demo`.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Show what celld does, with the packages of this machine.",
    usage: "cellctl demo [--web] [<options>]",
    discussion: """
      Starts a private daemon and pushes all installed packages (without dpkg: all processes). Shows some of them at \
      every width class, and cleans up. Other daemons are not used.

      --web shows the packages and the processes in a browser, like 'cellctl serve', until Ctrl-C. The processes are \
      live.
      """)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of cells.", valueName: "count"))
  var limit: Int?

  @Flag(help: "Show the packages and the processes in a browser.")
  var web = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The width in columns, or 'unlimited'.", valueName: "width"))
  var width: WidthArgument?

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: ColorChoice = .auto

  func validate() throws {
    guard limit ?? 8 >= 8 else { throw ValidationError("--limit must be at least 8") }
  }

  /// The commands to try, and their purposes.
  private static let next: [(name: String, text: String)] = [
    ("cellctl show ps", "the processes of this machine"),
    ("cellctl render FILE", "a file of JSON, CSV, YAML or log lines"),
    ("cellctl watch -- COMMAND", "what a command prints, again and again"),
  ]

  func run() throws {
    guard !web else { return try WebDemo(limit: limit).run() }
    let columns =
      switch try width ?? WidthArgument.preset() {
      case .columns(let columns): max(columns, 20)
      case .unlimited: 120
      }
    let source = try DemoSource.ofThisMachine().limited(to: limit)
    let daemon = try Plugin.started()
    let panels: [Panel]
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      try source.push(to: client)
      panels = try [("compact", 48), ("medium", 80), ("expanded", 120)].map { widthClass, width in
        try Panel.pull(
          source.samples, of: source.name, widthClass: widthClass, width: min(width, columns),
          format: color.isColored ? .ansi : .text, from: client)
      }
    } catch {
      throw daemon.explained(error)
    }
    daemon.stop()
    let output = StandardOutput()
    let caption =
      "\(source.cells.count) \(source.name) of this machine became cells. Three of them at every width class:"
    for line in caption.wrapped(columns: columns) + [""] + Panel.lines(of: panels, width: columns) {
      try output.line(line)
    }
    for line in HelpText("Now your own:\n\(HelpText.table(Self.next))").lines(columns: columns) {
      try output.line(line)
    }
    try output.flush()
  }
}
