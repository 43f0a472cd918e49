"""The measurements of `Benchmarks/run`, one module for each kind."""
