import ArgumentParser
import CellEngine

/// `cellctl class SESSION CLASS`.
struct ClassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "class", abstract: "Change the width class of a view.")

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Argument(help: "The width class.")
  var widthClass: Environment.ClassChoice

  @Option(help: ArgumentHelp("The view.", valueName: "name"))
  var view = "main"

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("view", view)
    parameters.set("widthClass", widthClass.rawValue)
    let reply = try client.call("view.set", parameters)
    try ResultPrinter(form: output.form).confirm(reply.result) {
      "\(view) is now \($0["widthClass"]?.string ?? widthClass.rawValue)"
    }
  }
}
