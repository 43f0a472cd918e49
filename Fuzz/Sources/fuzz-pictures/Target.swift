import FuzzChecks

/// The function that libFuzzer calls with each input: pictures of whole cells.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.pictures.trapIfBroken(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
