import Hummingbird
import NIOCore

/// Writes server-sent events. Each write waits until the browser has room for it, so nothing is
/// queued for a page that does not read.
struct EventWriter {
  private var writer: any ResponseBodyWriter
  private var buffer = ByteBuffer()

  init(writer: any ResponseBodyWriter) {
    self.writer = writer
    buffer.writeString("retry: 500\n\n")
  }

  /// Adds an event with a line of JSON, which has no line breaks.
  mutating func append(line: UnsafeRawBufferPointer) {
    buffer.writeString("data: ")
    buffer.writeBytes(line)
    buffer.writeString("\n\n")
  }

  /// Writes the events that were added.
  mutating func flush() async throws {
    guard buffer.readableBytes > 0 else { return }
    let bytes = buffer
    buffer = ByteBuffer()
    try await writer.write(bytes)
  }

  /// Writes an event that has a name.
  mutating func write(event: String, data: String) async throws {
    buffer.writeString("event: \(event)\ndata: \(data)\n\n")
    try await flush()
  }
}
