import ArgumentParser

/// The options of a command that sends one request: the form of its result, and the daemon.
struct RequestOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions
}
