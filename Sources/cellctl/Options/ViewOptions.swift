import ArgumentParser
import CellEngine

/// What rows are seen in: an environment of their own, or a view that all clients share.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A view that all clients share, instead of an environment.", valueName: "name"))
  var view: String?

  @OptionGroup var environment: EnvironmentOptions

  /// Checks that the format and the form of output go together, and that a shared view stands alone.
  func validate(_ output: OutputOptions) throws {
    guard view == nil || !environment.isSpecific else {
      throw ValidationError(
        "--view brings its own environment; leave out --width, --class, --profile, --no-trunc, --set")
    }
    try environment.validate(output)
  }

  /// Sets the member of a request that says it, `view` or `environment`.
  func set(in parameters: inout Parameters) throws {
    if let view {
      parameters.set("view", view)
    } else {
      parameters.set("environment", try environment.environment(width: WidthArgument.preset()))
    }
  }

  /// The colours of pictures: those of the environment, or of the shared view.
  func theme(of session: SessionArgument, _ client: Client) throws -> Theme {
    guard let view else { return try environment.theme() }
    let views = try client.call("view.list", session.parameters).result["views"]?.array ?? []
    return Theme(named: views.first { $0["view"]?.string == view }?["theme"]?.string)
  }
}
