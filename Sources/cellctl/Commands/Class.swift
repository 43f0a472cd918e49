import ArgumentParser
import CellEngine

/// `cellctl class SESSION CLASS`.
struct Class: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "class", abstract: "Change the width class of a view.",
    usage: "cellctl class <session> <class> [<options>]")

  @OptionGroup var session: SessionArgument

  @Argument(help: ArgumentHelp("The width class.", valueName: "class"))
  var widthClass: Environment.ClassChoice

  @Option(help: ArgumentHelp("The view.", valueName: "name"), completion: .viewName)
  var view = "main"

  @OptionGroup var options: RequestOptions

  func run() throws {
    var parameters = session.parameters
    parameters.set("view", view)
    parameters.set("widthClass", widthClass.rawValue)
    try options.confirm("view.set", parameters) {
      "the view \(view) now has the class \($0["widthClass"]?.string ?? widthClass.rawValue)"
    }
  }
}
