import Glibc

/// Writes all bytes to a descriptor, which may block. Returns false on an error.
@discardableResult
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  let bytes = ContiguousArray(bytes)
  var start = 0
  while start < bytes.count {
    let written = bytes.withUnsafeBytes {
      write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
    }
    if written >= 0 { start += written } else if errno != EINTR { return false }
  }
  return true
}
