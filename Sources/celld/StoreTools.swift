import CellProtocol
import CellStore
import Glibc

/// The work on stores that no daemon uses.
enum StoreTools {
  /// Prints the findings in a store, and a summary. The exit status is 1 if there are findings.
  static func check(_ place: StorePlace) throws(StartError) {
    do {
      let (findings, summary) = try StoreCheck.run(place)
      write(findings + [summary])
      if !findings.isEmpty { Main.leave(1) }
    } catch {
      throw StartError(error.description)
    }
  }

  /// Copies a store into a new one, and prints what was left out.
  static func copy(_ from: StorePlace, to: StorePlace) throws(StartError) {
    do {
      write(try StoreCopy.run(from: from, to: to))
    } catch {
      throw StartError(error.description)
    }
  }

  private static func write(_ lines: [String]) {
    for line in lines { writeAll((line.printable + "\n").utf8, to: STDOUT_FILENO) }
  }
}
