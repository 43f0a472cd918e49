import ArgumentParser
import CellProtocol

/// `cellctl demo`.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what celld does, with the packages of this machine.",
    discussion: """
      Starts a daemon of its own, pushes all packages (or where there is no dpkg, all processes), shows some at every \
      width class, changes the class while another client watches, and cleans up. Touches no other daemon.

      With --gallery, shows all that the guideline names instead, in every profile and class, or in one. With --format \
      svg, html or png, it is drawn in points, as one file: 'cellctl demo --gallery --format html > gallery.html'.
      """)

  @Option(help: ArgumentHelp("At most so many cells.", valueName: "count"))
  var limit: Int?

  @Flag(help: "Show every profile, variation and companion at every class.")
  var gallery = false

  @OptionGroup var options: EnvironmentOptions

  func validate() throws {
    guard gallery else {
      guard options.widthClass == nil, options.profile == nil, !options.noTruncation, options.members.isEmpty,
        options.format == nil
      else { throw ValidationError("of the options of rows, --width and --color alone go without --gallery") }
      guard limit ?? 8 >= 8 else { throw ValidationError("--limit takes a number from 8 up") }
      return
    }
    guard limit == nil else { throw ValidationError("--limit does not go with --gallery") }
    guard !options.noTruncation else {
      throw ValidationError("--no-trunc does not go with --gallery, which shows width classes")
    }
    guard options.format?.isData != true else { throw ValidationError("a gallery is text or a picture") }
  }

  func run() throws {
    if let picture = options.format?.picture {
      var pictures = try GalleryPictures(options, format: picture)
      return try pictures.run()
    }
    let columns =
      switch try options.width ?? WidthArgument.preset() {
      case .columns(let columns): max(columns, 20)
      case .unlimited: 120
      }
    let format = options.rowFormat(for: .text)
    guard !gallery else { return try Gallery(options, width: columns, format: format).run() }
    var tour = try Tour(width: columns, format: format, limit: limit)
    try tour.run()
  }
}
