import Hummingbird

/// The connection on which a request came.
struct Visit: InitializableFromSource {
  /// The port of the gateway.
  let port: Int

  init(source: ApplicationRequestContextSource) {
    port = source.channel.localAddress?.port ?? 0
  }
}
