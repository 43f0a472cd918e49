import FuzzChecks

/// The function that libFuzzer calls with each input: whole cells.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.rows.trapIfBroken(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
