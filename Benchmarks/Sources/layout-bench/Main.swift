import CellEngine
import Foundation

/// Measures the engine alone, on records in memory. Prints one JSON object per line.
///
/// - `layout-bench FILE WIDTH COUNT RUNS [STAGE]`: whole cells, layout alone, and layout with rows.
///   Cells per second of one core.
/// - `layout-bench cores FILE`: 100,000 cells laid out again. Seconds on one core, and on all.
/// - `layout-bench texts FILE RUNS`: the analysis of whole texts. Bytes per second of one core.
/// - `layout-bench rows FILE WIDTH COUNT`: prints the rows, for people and validators.
/// - `layout-bench points FILE WIDTH COUNT RUNS [STAGE]`: cells in points of real fonts. The width
///   is in columns of seven points.
/// - `layout-bench first FILE WIDTH COUNT`: the first rows in points. Seconds.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch (arguments.count, arguments.dropFirst().first) {
    case (3, "cores"):
      try measureCores(arguments[2])
    case (4, "texts"):
      try TextBench(arguments[2], limit: 10_000).measure(runs: Int(arguments[3]) ?? 3)
    case (5, "rows"):
      let bench = try LayoutBench(
        arguments[2], width: Int(arguments[3]) ?? 100, limit: Int(arguments[4]) ?? 10)
      FileHandle.standardOutput.write(Data(bench.rows()))
    case (6, "points"), (7, "points"):
      let bench = try PointsBench(
        arguments[2], columns: Int(arguments[3]) ?? 100, limit: Int(arguments[4]) ?? 10_000)
      let chosen = arguments.count == 7 ? PointsBench.Stage(rawValue: arguments[6]).map { [$0] } : nil
      for stage in chosen ?? PointsBench.Stage.allCases { bench.measure(stage, runs: Int(arguments[5]) ?? 3) }
    case (5, "first"):
      let first = try PointsBench.firstRows(
        arguments[2], columns: Int(arguments[3]) ?? 100, count: Int(arguments[4]) ?? 50)
      print("{\"cold\":\(first.cold),\"loaded\":\(first.loaded),\"parallel\":\(first.parallel)}")
    case (5, _), (6, _):
      let bench = try LayoutBench(
        arguments[1], width: Int(arguments[2]) ?? 100, limit: Int(arguments[3]) ?? 10_000)
      let chosen = arguments.count == 6 ? LayoutBench.Stage(rawValue: arguments[5]).map { [$0] } : nil
      for stage in chosen ?? LayoutBench.Stage.allCases {
        try bench.measure(stage, runs: Int(arguments[4]) ?? 3)
      }
    default:
      FileHandle.standardError.write(Data("usage: see the head of Main.swift\n".utf8))
      exit(2)
    }
  }

  private static func measureCores(_ path: String) throws {
    let bench = try CoresBench(path, limit: 100_000)
    // The fastest of several interleaved runs: other processes only add time.
    var one = Double.infinity
    var all = Double.infinity
    for _ in 0..<9 {
      one = min(one, bench.layOutOnOneCore())
      all = min(all, bench.layOutOnAllCores())
    }
    print(
      "{\"one\":\(one),\"all\":\(all),\"prepared\":\(bench.preparedByteCount),\"packed\":\(bench.packedByteCount)}"
    )
  }
}
