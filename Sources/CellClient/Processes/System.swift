import Glibc

/// Returns the C library's message for an error number.
package func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}

/// Returns the value of an environment variable. An empty value counts as absent.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
