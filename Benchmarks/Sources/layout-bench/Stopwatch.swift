import Glibc

/// Returns the processor time of all threads of the process, in seconds.
func processorTime() -> Double {
  seconds(of: CLOCK_PROCESS_CPUTIME_ID)
}

/// Returns the time of a monotonic clock, in seconds.
func wallTime() -> Double {
  seconds(of: CLOCK_MONOTONIC)
}

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
