import Glibc

/// Seconds of processor time that this process has used, on all of its threads.
func processorTime() -> Double {
  seconds(of: CLOCK_PROCESS_CPUTIME_ID)
}

/// Seconds of a clock that only goes forward.
func wallTime() -> Double {
  seconds(of: CLOCK_MONOTONIC)
}

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
