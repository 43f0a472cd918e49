import ArgumentParser
import CellEngine
import CellProtocol

/// `cellctl configure SESSION`.
struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "configure", abstract: "Change the settings of a session.",
    usage: "cellctl configure <session> [<options>]",
    discussion: "'cellctl info' prints the settings. Settings without an option stay as they are.")

  @OptionGroup var session: SessionArgument

  @Option(help: "How many cells can be selected.")
  var selection: SelectionMode?

  @Option(
    help: ArgumentHelp(
      "The columns that all rows keep: auto, none, or slots such as status,icons.", valueName: "slots"))
  var preserve: String?

  @Flag(inversion: .prefixedNo, help: "Whether other users may use the session.")
  var shared: Bool?

  @Option(help: ArgumentHelp("The style profile.", valueName: "name"), completion: .profileName)
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "What a change survives when it is answered: memory, written or synced.", valueName: "level"),
    completion: .list(["memory", "written", "synced"]))
  var durability: String?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard selection != nil || preserve != nil || shared != nil || profile != nil || durability != nil else {
      throw ValidationError("a setting is needed, such as --selection multiple")
    }
  }

  func run() throws {
    var parameters = session.parameters
    if let selection { parameters.set("selection", selection.rawValue) }
    if let shared { parameters.set("shared", shared) }
    if let profile { parameters.set("profile", profile) }
    if let durability { parameters.set("durability", durability) }
    switch preserve {
    case nil: break
    case "auto": parameters.set("preserve", "auto")
    case "none": parameters.set("preserve", [])
    case let slots?: parameters.set("preserve", slots.split(separator: ",").map(String.init))
    }
    try options.confirm("session.configure", parameters) { _ in "session \(session.name) configured" }
  }
}
