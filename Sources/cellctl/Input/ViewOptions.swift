import ArgumentParser
import CellClient
import CellEngine
import CellProtocol

/// The environment of rows: their own, or that of a view that all clients share.
struct ViewOptions<Options: EnvironmentArguments>: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use a view that all clients share, instead of options.", valueName: "name"),
    completion: .viewName)
  var view: String?

  @OptionGroup var options: Options

  /// Checks that a shared view is the only source of members.
  func validate() throws {
    guard view == nil || !options.isSpecific else {
      throw ValidationError(
        "--view has its own environment; omit --width, --class, --profile, --no-trunc and --set")
    }
  }

  /// Checks that a shared view is not combined with conditions or an order.
  func validate(_ query: QueryOptions) throws {
    guard view == nil || !query.isSpecific else {
      throw ValidationError("--view has its own environment; omit --where, --sort and --group")
    }
  }

  /// Sets the parameter `view` or `environment` of a request.
  func set(in parameters: inout Parameters, _ query: QueryOptions? = nil) throws {
    if let view {
      parameters.set("view", view)
    } else {
      parameters.set("environment", try environment(query))
    }
  }

  /// Returns the environment that the options set.
  func environment(_ query: QueryOptions? = nil) throws -> Parameters {
    var members = try options.parameters(width: WidthArgument.preset())
    query?.set(in: &members)
    return members
  }
}

extension ViewOptions<RowOptions> {
  /// Checks that the format fits the form of output, and that a shared view is the only source of
  /// members.
  func validate(_ output: OutputOptions) throws {
    try options.validate(output)
    try validate()
  }

  /// Returns the format to ask the daemon for. Frames exist for a view in any unit.
  func rowFormat(for form: RowsForm) -> RowFormat {
    form == .ids && view != nil ? .frames : options.rowFormat(for: form)
  }

  /// Returns the colours of pictures, from the environment or the shared view.
  func theme(of session: Parameters, _ client: Client) throws -> ThemeColors {
    guard let view else { return try options.environment.theme() }
    let views = try client.callForAll("view.list", session, list: "views")["views"]?.array ?? []
    return ThemeColors(named: views.first { $0["view"]?.string == view }?["theme"]?.string)
  }
}
