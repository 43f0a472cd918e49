import ArgumentParser
import CellProtocol

/// `cellctl demo`.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Show what celld does, with the packages of this machine.",
    usage: "cellctl demo [--gallery | --web] [<options>]",
    discussion: """
      Starts a private daemon and pushes all installed packages (without dpkg: all processes). Shows some of them at \
      every width class, changes the class while another client watches, and cleans up. Other daemons are not used.

      --gallery shows everything that the guideline names, in every profile and class, or in those chosen with \
      --profile and --class. With --format svg, html or png it is one file, drawn in points: \
      'cellctl demo --gallery --format html > gallery.html'.

      --web shows the packages and the processes in a browser, like 'cellctl serve', until Ctrl-C. The processes are \
      live.
      """)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of cells.", valueName: "count"))
  var limit: Int?

  @Flag(help: "Show every profile, variation and companion at every class.")
  var gallery = false

  @Flag(help: "Show the packages and the processes in a browser.")
  var web = false

  @OptionGroup var options: RowOptions

  func validate() throws {
    guard !(gallery && web) else { throw ValidationError("--web cannot be used with --gallery") }
    guard gallery else {
      let environment = options.environment
      guard environment.widthClass == nil, environment.profile == nil, !environment.noTruncation,
        environment.members.isEmpty, options.format == nil
      else { throw ValidationError("without --gallery, only --limit, --width and --color are allowed") }
      guard limit ?? 8 >= 8 else { throw ValidationError("--limit must be at least 8") }
      return
    }
    guard limit == nil else { throw ValidationError("--limit cannot be used with --gallery") }
    guard !options.environment.noTruncation else {
      throw ValidationError("--no-trunc cannot be used with --gallery, which shows width classes")
    }
    guard options.format?.isData != true else {
      throw ValidationError("--gallery needs a format of text or pictures, such as text or svg")
    }
  }

  func run() throws {
    guard !web else { return try WebDemo(limit: limit).run() }
    if let picture = options.format?.picture {
      var pictures = try PictureGallery(options, format: picture)
      return try pictures.run()
    }
    let columns =
      switch try options.environment.width ?? WidthArgument.preset() {
      case .columns(let columns): max(columns, 20)
      case .unlimited: 120
      }
    let format = options.rowFormat(for: .text)
    guard !gallery else { return try TextGallery(options.environment, width: columns, format: format).run() }
    var tour = try Tour(width: columns, format: format, limit: limit)
    try tour.run()
  }
}
