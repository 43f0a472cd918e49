import FuzzChecks

/// The function that libFuzzer calls with each input: lines from a client.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.protocol.trapIfBroken(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
