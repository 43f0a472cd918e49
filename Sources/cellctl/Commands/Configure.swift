import ArgumentParser
import CellEngine
import CellWire

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
      "What a change survives when it is answered: memory, written, synced or replicated:N.",
      valueName: "level"),
    completion: .list(["memory", "written", "synced", "replicated:1"]))
  var durability: String?

  @Option(
    name: .customLong("selection-actions"),
    help: ArgumentHelp("The actions of an app bar for the selected cells, as JSON.", valueName: "json"))
  var selectionActions: String?

  @Flag(name: .customLong("drill-down"), inversion: .prefixedNo, help: "Whether cells can be opened.")
  var drillDown: Bool?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    if let durability, durability.hasPrefix("replicated"), Self.replicas(durability) == nil {
      throw ValidationError("--durability replicated needs a number of replicas, such as replicated:1")
    }
    let hasLooks = preserve != nil || profile != nil || drillDown != nil
    let hasRights = selection != nil || shared != nil || durability != nil || selectionActions != nil
    guard hasLooks || hasRights else {
      throw ValidationError("a setting is needed, such as --selection multiple")
    }
    if let selectionActions, !JSONText.isValue(selectionActions) {
      throw ValidationError(
        "--selection-actions must be JSON, such as '[{\"id\":\"archive\",\"title\":\"Archive\"}]'")
    }
  }

  /// The number in `replicated:N`.
  private static func replicas(_ durability: String) -> Int? {
    let words = durability.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "replicated", let count = Int(words[1]), count > 0 else { return nil }
    return count
  }

  func run() throws {
    var parameters = session.parameters
    if let selection { parameters.set("selection", selection.rawValue) }
    if let shared { parameters.set("shared", shared) }
    if let profile { parameters.set("profile", profile) }
    if let durability {
      if let replicas = Self.replicas(durability) {
        parameters.set("durability", json: #"{"replicated":\#(replicas)}"#)
      } else {
        parameters.set("durability", durability)
      }
    }
    if let selectionActions { parameters.set("selectionActions", json: selectionActions) }
    if let drillDown { parameters.set("drillDown", drillDown) }
    switch preserve {
    case nil: break
    case "auto": parameters.set("preserve", "auto")
    case "none": parameters.set("preserve", [])
    case let slots?: parameters.set("preserve", slots.split(separator: ",").map(String.init))
    }
    try options.confirm("session.configure", parameters) { _ in "session \(session.name) configured" }
  }
}
