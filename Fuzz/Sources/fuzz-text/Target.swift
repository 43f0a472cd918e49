import FuzzChecks

/// The function that libFuzzer calls with each input: a text that is wrapped and cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.text.trapIfBroken(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
